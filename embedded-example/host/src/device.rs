//! An emulated device: QEMU, and what the outside world can do to it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::log::Log;

/// The board that QEMU emulates, unless told otherwise.
const MACHINE: &str = "mps2-an385";

/// Where `cargo xtask firmware` builds the program, seen from this crate.
const PROGRAM: &str = "../../target/firmware/thumbv7m-none-eabi/release/mps2-an385";

/// The memory that plays the flash chip, as the emulated board has it.
const FLASH_BYTES: u64 = 16 << 20;

/// The part of it that the firmware uses: erased on a new chip.
const CHIP_BYTES: usize = 16 << 10;

/// How long QEMU may take to open its doors or to leave.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is different from device to device.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The server's port on loopback.
    pub port: u16,
    /// How many times faster than ours its time goes.
    pub speed: u32,
    /// Where its draws come from.
    pub seed: u64,
    /// How many readings its sensor tells of, and the milliseconds between.
    pub events: u32,
    /// The time between two readings, in its own milliseconds.
    pub every: u32,
    /// Its Ethernet address, which is also its id.
    pub mac: [u8; 6],
    /// What QEMU calls the board.
    pub machine: String,
    /// What runs on it.
    pub program: PathBuf,
    folder: Folder,
}

/// Where its flash and its monitor stand.
#[derive(Clone, Debug)]
enum Folder {
    /// Removed with the device.
    Temporary(PathBuf),
    /// Left there, for who wants to run QEMU by hand.
    Kept(PathBuf),
}

/// A device under power.
pub struct Device {
    qemu: Child,
    monitor: UnixStream,
    log: Log,
}

impl Setup {
    /// A device of its own, fresh from the factory: nothing in its flash.
    ///
    /// # Errors
    ///
    /// When its folder cannot be written.
    pub fn new(port: u16, seed: u64) -> io::Result<Self> {
        static DEVICES: AtomicU32 = AtomicU32::new(1);
        let number = DEVICES.fetch_add(1, Ordering::Relaxed);
        let name = format!("reknock-firmware-{}-{number}", std::process::id());
        let folder = Folder::Temporary(std::env::temp_dir().join(name));
        new_chip(folder.path())?;
        let [.., high, low] = number.to_be_bytes();
        Ok(Self {
            port,
            speed: 10,
            seed,
            events: 1,
            every: 1_000,
            mac: [0x52, 0x54, 0, 0x5e, high, low],
            machine: MACHINE.to_owned(),
            program: program(),
            folder,
        })
    }

    /// The same device with its flash in this folder, which is left there.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn keep_in(&mut self, folder: PathBuf) -> io::Result<()> {
        new_chip(&folder)?;
        self.folder.remove();
        self.folder = Folder::Kept(folder);
        Ok(())
    }

    /// The id of its event, as the server sees it.
    #[must_use]
    pub fn event(&self, start: u32, number: u32) -> String {
        let mac: String = self.mac.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{mac}-{start}-{number}")
    }

    /// Power on. What its flash held when the power went is still there.
    ///
    /// # Errors
    ///
    /// When QEMU or the program is missing.
    pub fn start(&self) -> io::Result<Device> {
        let elf = fs::read(&self.program).map_err(|error| {
            let hint = "build it with `cargo xtask firmware`";
            io::Error::new(
                error.kind(),
                format!("{}: {error}; {hint}", self.program.display()),
            )
        })?;
        let monitor = self.monitor();
        let _ = fs::remove_file(&monitor);
        let mut qemu = self.command().spawn().map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("qemu-system-arm: {error}; install QEMU"),
            )
        })?;
        let stdout = qemu.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let log = Log::decode(elf, stdout)?;
        let monitor = open(&monitor, &mut qemu).map_err(|error| {
            let _ = qemu.kill();
            let _ = qemu.wait();
            log.wait_for_end();
            let said = log.entries();
            let said: String = said.iter().map(|entry| format!("\n{entry}")).collect();
            io::Error::other(format!("{error}{said}"))
        })?;
        Ok(Device { qemu, monitor, log })
    }

    /// What starts it, as one would type it.
    #[must_use]
    pub fn command_line(&self) -> String {
        let command = self.command();
        let mut line = command.get_program().to_string_lossy().into_owned();
        for word in command.get_args() {
            line += " ";
            line += &quoted(&word.to_string_lossy());
        }
        line
    }

    fn monitor(&self) -> PathBuf {
        self.folder.path().join("monitor")
    }

    fn command(&self) -> Command {
        let flash = self.folder.path().join("flash");
        let mac: Vec<String> = self.mac.iter().map(|byte| format!("{byte:02x}")).collect();
        let arguments = [
            "enable=on,target=native,arg=firmware".to_owned(),
            format!("arg=port={}", self.port),
            format!("arg=speed={}", self.speed),
            format!("arg=seed={}", self.seed),
            format!("arg=events={}", self.events),
            format!("arg=every={}", self.every),
        ];
        let mut command = Command::new("qemu-system-arm");
        command
            .arg("-M")
            .arg(format!("{},memory-backend=flash", self.machine))
            .args(["-display", "none"])
            // Time follows the instructions: without this the network stalls.
            .args(["-icount", "shift=6"])
            .args(["-semihosting-config", &arguments.join(",")])
            .args([
                "-nic",
                &format!("user,id=n0,model=lan9118,ipv6=off,mac={}", mac.join(":")),
            ])
            .arg("-object")
            .arg(format!(
                "memory-backend-file,id=flash,size={FLASH_BYTES},share=on,mem-path={}",
                flash.display()
            ))
            .arg("-monitor")
            .arg(format!(
                "unix:{},server=on,wait=off",
                self.monitor().display()
            ))
            // The power button.
            .args(["-serial", "stdio"])
            .arg("-kernel")
            .arg(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        command
    }
}

impl Device {
    /// What it has said so far, and says.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// How it ended, if it did so by itself. All it said is in the log then.
    ///
    /// # Errors
    ///
    /// When the system does not tell.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.qemu.try_wait()?;
        if status.is_some() {
            self.log.wait_for_end();
        }
        Ok(status)
    }

    /// Pulls the network cable, or plugs it in again.
    ///
    /// # Errors
    ///
    /// When the emulator is gone.
    pub fn set_link(&mut self, up: bool) -> io::Result<()> {
        self.tell(if up {
            "set_link n0 on"
        } else {
            "set_link n0 off"
        })
    }

    /// Presses the reset button.
    ///
    /// # Errors
    ///
    /// When the emulator is gone.
    pub fn reset(&mut self) -> io::Result<()> {
        self.tell("system_reset")
    }

    /// Presses the power button and waits until the device is off.
    ///
    /// # Errors
    ///
    /// When it does not switch itself off.
    pub fn switch_off(mut self) -> io::Result<ExitStatus> {
        let stdin = self.qemu.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(b"q")?;
        stdin.flush()?;
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            if Instant::now() > give_up {
                return Err(io::Error::other("the device does not switch itself off"));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Pulls the plug.
    pub fn pull_the_plug(self) {}

    fn tell(&mut self, command: &str) -> io::Result<()> {
        self.monitor.write_all(format!("{command}\n").as_bytes())
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let _ = self.qemu.kill();
        let _ = self.qemu.wait();
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        self.folder.remove();
    }
}

impl Folder {
    fn path(&self) -> &Path {
        match self {
            Self::Temporary(path) | Self::Kept(path) => path,
        }
    }

    fn remove(&self) {
        if let Self::Temporary(path) = self {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// A flash chip as it comes from the factory. One that a device still uses is
/// not touched: it keeps its file, under no name.
fn new_chip(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join("flash");
    let _ = fs::remove_file(&path);
    let mut flash = File::create(path)?;
    flash.write_all(&[0xff; CHIP_BYTES])?;
    flash.set_len(FLASH_BYTES)
}

/// A word as a shell needs it written.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:+,@%".contains(c);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The program to run; `FIRMWARE` names another one.
#[must_use]
pub fn program() -> PathBuf {
    std::env::var_os("FIRMWARE").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM),
        PathBuf::from,
    )
}

/// QEMU's monitor, once it listens. What it answers is thrown away.
fn open(path: &Path, qemu: &mut Child) -> io::Result<UnixStream> {
    let give_up = Instant::now() + PATIENCE;
    let stream = loop {
        if let Some(status) = qemu.try_wait()? {
            return Err(io::Error::other(format!(
                "the device stopped at once ({status})"
            )));
        }
        match UnixStream::connect(path) {
            Ok(stream) => break stream,
            Err(error) if Instant::now() > give_up => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let mut answers = stream.try_clone()?;
    thread::spawn(move || io::copy(&mut answers, &mut io::sink()));
    Ok(stream)
}
