//! The few things of an ELF file that are looked at: sections and symbols of
//! a 32-bit little-endian program.

use crate::Result;

pub(super) struct Elf<'a> {
    bytes: &'a [u8],
    sections: Vec<Section<'a>>,
}

#[derive(Clone, Copy)]
pub(super) struct Section<'a> {
    pub(super) name: &'a str,
    kind: u32,
    pub(super) address: u32,
    pub(super) size: u32,
    offset: u32,
    link: u32,
}

pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) value: u32,
}

const SYMBOL_TABLE: u32 = 2;
const SECTION_BYTES: usize = 40;
const SYMBOL_BYTES: usize = 16;

impl<'a> Elf<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self> {
        Self::read(bytes).ok_or_else(|| "not a whole 32-bit little-endian ELF file".to_owned())
    }

    pub(super) fn section(&self, name: &str) -> Option<Section<'a>> {
        self.sections
            .iter()
            .copied()
            .find(|section| section.name == name)
    }

    pub(super) fn contents(&self, section: Section<'a>) -> Option<&'a [u8]> {
        slice(self.bytes, section.offset, section.size)
    }

    pub(super) fn symbols(&self) -> Result<Vec<Symbol<'a>>> {
        self.read_symbols()
            .ok_or_else(|| "no whole symbol table".to_owned())
    }

    fn read(bytes: &'a [u8]) -> Option<Self> {
        if bytes.get(..6)? != b"\x7fELF\x01\x01" {
            return None;
        }
        let table = word(bytes, 32)?;
        let count = half(bytes, 48)?;
        let names_index = usize::from(half(bytes, 50)?);
        let headers: Vec<&[u8]> = slice(bytes, table, u32::from(count) * SECTION_BYTES as u32)?
            .chunks_exact(SECTION_BYTES)
            .collect();
        let names = headers.get(names_index)?;
        let names = slice(bytes, word(names, 16)?, word(names, 20)?)?;
        let sections: Option<Vec<_>> = headers
            .iter()
            .map(|header| {
                Some(Section {
                    name: text(names, word(header, 0)?)?,
                    kind: word(header, 4)?,
                    address: word(header, 12)?,
                    offset: word(header, 16)?,
                    size: word(header, 20)?,
                    link: word(header, 24)?,
                })
            })
            .collect();
        Some(Self {
            bytes,
            sections: sections?,
        })
    }

    fn read_symbols(&self) -> Option<Vec<Symbol<'a>>> {
        let table = self
            .sections
            .iter()
            .find(|section| section.kind == SYMBOL_TABLE)?;
        let names = self.contents(*self.sections.get(table.link as usize)?)?;
        self.contents(*table)?
            .chunks_exact(SYMBOL_BYTES)
            .map(|entry| {
                Some(Symbol {
                    name: text(names, word(entry, 0)?)?,
                    value: word(entry, 4)?,
                })
            })
            .collect()
    }
}

fn slice(bytes: &[u8], offset: u32, size: u32) -> Option<&[u8]> {
    bytes.get(offset as usize..)?.get(..size as usize)
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

fn half(bytes: &[u8], offset: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

/// The text that ends with a zero byte.
fn text(bytes: &[u8], offset: u32) -> Option<&str> {
    let rest = bytes.get(offset as usize..)?;
    std::str::from_utf8(rest.split(|byte| *byte == 0).next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_such_file_is_refused() {
        for bytes in [&b""[..], b"\x7fELF\x02\x01", b"\x7fELF\x01\x01", &[0; 200]] {
            assert!(Elf::parse(bytes).is_err());
        }
        let mut endless = [0xff; 64];
        endless[..6].copy_from_slice(b"\x7fELF\x01\x01");
        assert!(Elf::parse(&endless).is_err());
    }
}
