//! What the firmware weighs: a name and a number a line, for `cargo xtask size`.
//!
//! `reknock`'s part of the flash is every instruction that the debug information
//! lays to one of its functions, wherever it was inlined.

#![forbid(unsafe_code)]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use addr2line::Loader;
use firmware_host::{Setup, program};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use reknock_examples::server::{Reply, Server};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Thumb instructions begin at even addresses.
const STEP: u64 = 2;

/// Where the application keeps all that `reknock` remembers.
const STATE: &str = "_ZN9telemetry4DESK";

fn main() -> Result<()> {
    let path = program();
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let program = object::File::parse(&*bytes)?;
    let sizes = |names: &[&str]| -> u64 {
        let sections = names
            .iter()
            .filter_map(|name| program.section_by_name(name));
        sections.map(|section| section.size()).sum()
    };
    let state = program
        .symbols()
        .find(|symbol| symbol.name().is_ok_and(|name| name.starts_with(STATE)))
        .ok_or_else(|| format!("the program has no {STATE}"))?;

    println!("firmware_reknock_flash {}", reknocks_code(&program, &path)?);
    println!("firmware_reknock_ram {}", state.size());
    println!("firmware_text {}", sizes(&[".text"]));
    println!(
        "firmware_flash {}",
        sizes(&[".vector_table", ".text", ".rodata", ".data"])
    );
    println!("firmware_ram {}", sizes(&[".data", ".bss"]));
    println!("firmware_stack {}", stack()?);
    Ok(())
}

fn reknocks_code(program: &object::File<'_>, path: &Path) -> Result<u64> {
    let text = program.section_by_name(".text").ok_or("no .text")?;
    let loader = Loader::new(path).map_err(|error| error.to_string())?;
    let mut ours = 0;
    for address in (text.address()..text.address() + text.size()).step_by(STEP as usize) {
        let frames = loader.find_frames(address);
        let mut frames = frames.map_err(|error| error.to_string())?;
        while let Some(frame) = frames.next()? {
            let function = frame.function.as_ref();
            let name = function.and_then(|function| function.raw_name().ok());
            if name.is_some_and(|name| is_ours(&name)) {
                ours += STEP;
                break;
            }
        }
    }
    Ok(ours)
}

/// Whether a mangled name is one of `reknock`'s: a path that begins in it, or a
/// method of one of its types.
fn is_ours(name: &str) -> bool {
    let Some(path) = name.strip_prefix("_ZN") else {
        return false;
    };
    let of_a_type = path.trim_start_matches(|digit: char| digit.is_ascii_digit());
    path.starts_with("7reknock") || of_a_type.starts_with("_$LT$reknock..")
}

/// The most stack that the firmware uses while it delivers, through a few of the
/// server's moods.
fn stack() -> Result<u64> {
    const PATIENCE: Duration = Duration::from_secs(120);
    let knocks = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |_| {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        match knocks.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => Reply::status(429)
                .with("Date", date)
                .with("Retry-After", "Sun, 06 Nov 1994 08:49:39 GMT"),
            1..=5 => Reply::status(503),
            6 => Reply::Reset,
            _ => Reply::status(200),
        }
    })?;
    let port = server.url("").rsplit(':').next().map(str::parse);
    let mut setup = Setup::new(port.ok_or("the server has no port")??, 1)?;
    (setup.events, setup.speed) = (3, 20);
    let device = setup.start()?;
    for event in 1..=3 {
        let text = format!("event 1-{event}: status 200: delivered");
        let _ = device.log().wait_for(0, &text, PATIENCE);
    }
    let log = device.log().clone();
    device.switch_off()?;
    let (_, entry) = log.wait_for(0, "stack: ", PATIENCE);
    let number = entry.text.split(' ').nth(1).ok_or("no number")?;
    Ok(number.parse()?)
}
