//! The firmware in the emulator, against a server on loopback that has a bad
//! day: what the device says and what arrives, side by side.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use firmware_host::{ATTEMPT, Device, ID, Log, Setup};
use reknock_examples::entropy;
use reknock_examples::server::{Reply, Request, Server};

const HELP: &str = "\
Runs the firmware in QEMU against a server on loopback that has a bad day.

  --events N    how many readings the device takes (8)
  --speed N     how many times faster than ours its time goes (10)
  --seed N      where its draws come from (fresh entropy)
  --program ELF   what runs (the program for mps2-an385)
  --machine NAME  what QEMU calls the board (mps2-an385)
  --folder PATH   where its flash is left (a temporary folder)
  --serve ADDRESS the server alone, for a device on your desk: 0.0.0.0:8080
";

/// How long all of it may take, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match Options::parse(&words).and_then(|options| {
        let done = match options.serve {
            Some(address) => serve(address),
            None => show(&options),
        };
        done.map_err(|error| error.to_string())
    }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    events: u32,
    speed: u32,
    seed: u64,
    program: Option<PathBuf>,
    machine: Option<String>,
    folder: Option<PathBuf>,
    serve: Option<SocketAddr>,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self {
            events: 8,
            speed: 10,
            seed: entropy(),
            program: None,
            machine: None,
            folder: None,
            serve: None,
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("{} needs a word after it", pair[0]));
            };
            let number = || {
                let number = value.parse::<u64>();
                number.map_err(|_| format!("{value:?} after {name} is not a whole number"))
            };
            let small = || {
                let small = u32::try_from(number()?).ok().filter(|number| *number > 0);
                small.ok_or_else(|| format!("{name} {value} is out of range"))
            };
            match name.as_str() {
                "--events" => options.events = small()?,
                "--speed" => options.speed = small()?,
                "--seed" => options.seed = number()?,
                "--program" => options.program = Some(value.into()),
                "--machine" => options.machine = Some(value.clone()),
                "--folder" => options.folder = Some(value.into()),
                "--serve" => {
                    let address = value.parse();
                    let hint = "is not an address with a port, such as 0.0.0.0:8080";
                    options.serve = Some(address.map_err(|_| format!("{value:?} {hint}"))?);
                }
                _ => return Err(format!("{name:?} is not an option here\n\n{HELP}")),
            }
        }
        Ok(options)
    }
}

/// A server that has a bad day, and what arrives there.
fn bad_day(address: SocketAddr) -> io::Result<(Server, Arc<Mutex<Arrivals>>)> {
    let arrivals = Arc::new(Mutex::new(Arrivals::default()));
    let answering = Arc::clone(&arrivals);
    let server = Server::start_at(address, move |request| {
        let mut arrivals = answering.lock().unwrap_or_else(PoisonError::into_inner);
        arrivals.answer(request)
    })?;
    Ok((server, arrivals))
}

/// The server alone, until someone ends it.
fn serve(address: SocketAddr) -> io::Result<bool> {
    let (server, _arrivals) = bad_day(address)?;
    println!(
        "Listening on {}: {} bad answers, then 200 to everything. Ctrl-C ends it.\n",
        server.url(""),
        DAY.len() - 1
    );
    loop {
        thread::park();
    }
}

/// Whether every event that the device took in came to its end.
fn show(options: &Options) -> io::Result<bool> {
    let (server, arrivals) = bad_day((Ipv4Addr::LOCALHOST, 0).into())?;
    let url = server.url("");
    let port = url.rsplit(':').next().and_then(|port| port.parse().ok());
    let mut setup = Setup::new(port.unwrap_or(0), options.seed)?;
    (setup.events, setup.speed, setup.every) = (options.events, options.speed, 2_000);
    if let Some(folder) = &options.folder {
        setup.keep_in(folder.clone())?;
    }
    if let Some(program) = &options.program {
        setup.program.clone_from(program);
    }
    if let Some(machine) = &options.machine {
        setup.machine.clone_from(machine);
    }

    println!(
        "$ {}\n\n\
         An emulated {} posts {} readings to {}, at {} times our speed, seed {}.\n\
         Left: its time in seconds. `->` is what the server saw and answered.\n",
        setup.command_line(),
        setup.machine,
        options.events,
        url,
        options.speed,
        options.seed
    );
    let mut device = setup.start()?;
    let log = device.log().clone();
    let printer = thread::spawn(move || print(&log));
    let ended = wait_for_the_end(&mut device, options.events)?;
    let status = match ended {
        Ended::Died(status) => status,
        Ended::Well | Ended::Late => device.switch_off()?,
    };
    let _ = printer.join();
    let how = match ended {
        Ended::Died(_) => "stopped by itself",
        Ended::Well | Ended::Late => "switched itself off",
    };

    let arrivals = arrivals.lock().unwrap_or_else(PoisonError::into_inner);
    let delivered = arrivals
        .events
        .values()
        .filter(|event| event.delivered)
        .count();
    let knocks: u32 = arrivals.events.values().map(|event| event.knocks).sum();
    println!(
        "\n{delivered} of {} readings arrived, with {knocks} knocks; the device {how} ({status}).",
        options.events
    );
    Ok(matches!(ended, Ended::Well) && status.success())
}

/// How a run came to its end.
#[derive(Clone, Copy)]
enum Ended {
    /// With the end of every event.
    Well,
    /// Not in time.
    Late,
    /// With the device: a panic, a fault, or someone who closed the emulator.
    Died(ExitStatus),
}

/// What arrived, by idempotency id.
#[derive(Default)]
struct Arrivals {
    knocks: usize,
    events: BTreeMap<String, Arrival>,
}

#[derive(Default)]
struct Arrival {
    knocks: u32,
    delivered: bool,
}

/// What is said of an answer, and the answer.
type Answer = (&'static str, fn() -> Reply);

/// The bad day, knock by knock; then all is well.
const DAY: [Answer; 7] = [
    ("503", || Reply::status(503)),
    ("breaks the connection", || Reply::Reset),
    ("429, Retry-After: 5", || {
        Reply::status(429).with("Retry-After", "5")
    }),
    ("500", || Reply::status(500)),
    ("200", || Reply::status(200)),
    ("503, Retry-After: a date 3 s later", || {
        Reply::status(503)
            .with("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
            .with("Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT")
    }),
    ("400", || Reply::status(400)),
];

impl Arrivals {
    fn answer(&mut self, request: &Request) -> Reply {
        let (said, reply) = DAY
            .get(self.knocks)
            .copied()
            .unwrap_or(("200", || Reply::status(200)));
        self.knocks += 1;
        let event = self
            .events
            .entry(request.header(ID).to_owned())
            .or_default();
        event.knocks += 1;
        event.delivered |= said == "200";
        println!(
            "          ->    {} knock {}: {} -> {said}",
            request.header(ID),
            request.header(ATTEMPT),
            String::from_utf8_lossy(&request.body)
        );
        reply()
    }
}

/// Prints what the device says until it is off.
fn print(log: &Log) {
    let mut index = 0;
    while let Some(entry) = log.get(index) {
        println!("{entry}");
        index += 1;
    }
}

/// Waits until as many events as were accepted have come to an end.
fn wait_for_the_end(device: &mut Device, events: u32) -> io::Result<Ended> {
    let give_up = Instant::now() + PATIENCE;
    while Instant::now() < give_up {
        if let Some(status) = device.ended()? {
            return Ok(Ended::Died(status));
        }
        let entries = device.log().entries();
        let ended = entries.iter().filter(|entry| {
            ["delivered by", "dead letter", "dropped"]
                .iter()
                .any(|end| entry.text.contains(end))
        });
        if ended.count() >= events as usize {
            return Ok(Ended::Well);
        }
        thread::sleep(Duration::from_millis(50));
    }
    println!(
        "The device has not finished after {} s.",
        PATIENCE.as_secs()
    );
    Ok(Ended::Late)
}
