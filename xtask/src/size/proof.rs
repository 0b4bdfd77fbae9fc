//! What must not be in a linked program: panics, an allocator, floats.
//!
//! That it linked at all proves the first (see the panic handler in
//! `tests/flash`); the names and the instructions show the rest.

use super::elf::{Elf, Symbol};
use crate::Result;

/// Fails with what was found.
pub(super) fn nothing_forbidden(elf: &Elf<'_>) -> Result {
    let symbols = elf.symbols()?;
    if !symbols.iter().any(|symbol| symbol.name == "_start") {
        return Err("there is no symbol _start: the program was stripped".to_owned());
    }
    for symbol in &symbols {
        if let Some(what) = forbidden(symbol.name) {
            return Err(format!("holds {what}: {}", symbol.name));
        }
    }
    match float_instructions(elf, &symbols)?.first() {
        Some(address) => Err(format!("holds a float instruction at {address:#x}")),
        None => Ok(()),
    }
}

/// What a symbol of this name would be doing here.
fn forbidden(name: &str) -> Option<&'static str> {
    if name.contains("panic") {
        return Some("a panic");
    }
    if name.contains("alloc") {
        return Some("an allocator");
    }
    // Mangled: a path's words, each after its length.
    if name.contains("4core3fmt") {
        return Some("formatting");
    }
    let routine = name.strip_prefix("__aeabi_")?;
    // Arithmetic and conversions from float and double, then those to them.
    // `__aeabi_idiv` and `__aeabi_lmul` are integers; `fdiv` and `i2d` are not.
    let from = routine.starts_with(['f', 'd']) || routine.starts_with("cf");
    let from = from || routine.starts_with("cd") || routine.starts_with("h2f");
    let to = ["i2", "ui2", "l2", "ul2"]
        .iter()
        .any(|prefix| routine.starts_with(prefix));
    (from || to).then_some("a float routine")
}

/// The addresses of instructions for the float unit: coprocessors 10 and 11.
/// Where there is such a unit, floats need no routine that has a name.
fn float_instructions(elf: &Elf<'_>, symbols: &[Symbol<'_>]) -> Result<Vec<u32>> {
    let text = elf.section(".text").ok_or("there is no .text")?;
    let code = elf.contents(text).ok_or(".text lies outside the file")?;
    let marks = Marks::of(symbols);
    if marks.0.is_empty() {
        return Err("no mapping symbols tell code from data in .text".to_owned());
    }
    let halves: Vec<u16> = code
        .as_chunks()
        .0
        .iter()
        .map(|bytes: &[u8; 2]| u16::from_le_bytes(*bytes))
        .collect();
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(&first) = halves.get(index) {
        let address = text.address + 2 * index as u32;
        if !marks.is_code(address) {
            index += 1;
            continue;
        }
        let long = first >= 0xe800;
        let second = halves.get(index + 1).copied().unwrap_or(0);
        if long && is_float(first, second) {
            found.push(address);
        }
        index += if long { 2 } else { 1 };
    }
    Ok(found)
}

fn is_float(first: u16, second: u16) -> bool {
    let coprocessor = first & 0xec00 == 0xec00;
    coprocessor && matches!(second >> 8 & 0xf, 10 | 11)
}

/// Where code and data begin in `.text`, in order: literals stand between
/// functions and must not be read as instructions.
struct Marks(Vec<(u32, bool)>);

impl Marks {
    fn of(symbols: &[Symbol<'_>]) -> Self {
        let mut marks: Vec<(u32, bool)> = symbols
            .iter()
            .filter_map(|symbol| match symbol.name.split('.').next()? {
                "$t" => Some((symbol.value, true)),
                "$d" => Some((symbol.value, false)),
                _ => None,
            })
            .collect();
        marks.sort_unstable();
        Self(marks)
    }

    fn is_code(&self, address: u32) -> bool {
        let before = self.0.partition_point(|(start, _)| *start <= address);
        before > 0 && self.0[before - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_names_are_known_from_the_allowed_ones() {
        for name in [
            "_ZN4core9panicking5panic17h0E",
            "_RNvXNtCs1_4core3fmt3numm",
            "__rust_alloc",
            "__aeabi_fadd",
            "__aeabi_ddiv",
            "__aeabi_i2d",
            "__aeabi_ul2f",
            "__aeabi_dcmplt",
            "__aeabi_cfcmple",
        ] {
            assert!(forbidden(name).is_some(), "{name}");
        }
        for name in [
            "_start",
            "__aeabi_memcpy",
            "__aeabi_uidivmod",
            "__aeabi_lmul",
            "__aeabi_llsl",
        ] {
            assert!(forbidden(name).is_none(), "{name}");
        }
    }

    #[test]
    fn float_instructions_are_known_from_the_others() {
        // vadd.f32 s0, s0, s1; vldr d0, [r0]; vmov r0, s0
        for (first, second) in [(0xee30, 0x0a20), (0xed90, 0x0b00), (0xee10, 0x0a10)] {
            assert!(is_float(first, second), "{first:#x} {second:#x}");
        }
        // umull r0, r1, r2, r3; bl; udiv r0, r0, r1
        for (first, second) in [(0xfba2, 0x0103), (0xf000, 0xfa0a), (0xfbb0, 0xf0f1)] {
            assert!(!is_float(first, second), "{first:#x} {second:#x}");
        }
    }

    #[test]
    fn literals_are_not_read_as_instructions() {
        let at = |name, value| Symbol { name, value };
        let marks = Marks::of(&[at("$d.1", 8), at("$t.0", 0), at("_start", 1), at("$t", 12)]);
        let code = [0, 6, 8, 10, 12, 100].map(|address| marks.is_code(address));
        assert_eq!(code, [true, true, false, false, true, true]);
    }
}
