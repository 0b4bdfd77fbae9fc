//! The telemetry application on the board that QEMU emulates as `mps2-an385`:
//! a Cortex-M3 at 25 MHz with a LAN9118 Ethernet chip.
//!
//! Everything that this board is, and nothing of what the device does: that is
//! the crate `telemetry`.

#![no_std]
#![no_main]

mod executor;
mod flash;
mod interrupts;
mod lan9118;
mod options;
mod power_button;
mod sensor;
mod stack;
mod time_driver;

use defmt_semihosting as _;

use core::net::{Ipv4Addr, SocketAddrV4};

use defmt::{error, info};
use embassy_executor::{Spawner, task};
use embassy_net::{Config, Runner, StackResources};
use reknock::EmbassyClock;
use semihosting::process;
use static_cell::StaticCell;
use telemetry::policy::COURIERS;
use telemetry::{Board, EmbassyNet, Server};

use crate::flash::ExternalFlash;
use crate::lan9118::Lan9118;
use crate::options::Options;
use crate::power_button::PowerButton;
use crate::sensor::Thermometer;

/// The host that runs QEMU, as the emulated network knows it.
const HOST: Ipv4Addr = Ipv4Addr::new(10, 0, 2, 2);

#[cortex_m_rt::entry]
fn main() -> ! {
    stack::paint();
    let options = Options::from_host();
    time_driver::start(options.speed);
    executor::run(|spawner| spawner.spawn(defmt::unwrap!(start(spawner, options))))
}

#[task]
async fn start(spawner: Spawner, options: Options) {
    let ethernet = Lan9118::start();
    let mac = ethernet.mac();
    let device = mac.iter().fold(0, |id, byte| id << 8 | u64::from(*byte));
    // The board's entropy is the host's. A test may pass a seed of its own, to
    // know the draws; the network's numbers are fresh at each start all the same,
    // since a server may still hold connections from before a reset.
    let entropy = entropy().unwrap_or(device);
    let seed = options.seed.unwrap_or(entropy);
    info!(
        "device {=u64:012x}, start at {=u32} times the speed",
        device, options.speed
    );

    // A socket for each courier, and one for DHCP.
    static RESOURCES: StaticCell<StackResources<{ COURIERS + 1 }>> = StaticCell::new();
    let resources = RESOURCES.init(StackResources::new());
    let dhcp = Config::dhcpv4(Default::default());
    let (stack, runner) = embassy_net::new(ethernet, dhcp, resources, entropy);
    spawner.spawn(defmt::unwrap!(network(runner)));

    telemetry::run(Board {
        network: EmbassyNet(stack),
        clock: EmbassyClock,
        flash: ExternalFlash::new(),
        sensor: Thermometer::new(options.events, options.every),
        off: PowerButton::new(),
        device,
        seed,
        server: Server {
            address: SocketAddrV4::new(HOST, options.port),
            host: "telemetry.example",
            path: "/events",
        },
    })
    .await;
    info!("stack: {=usize} bytes at most", stack::high_water());
    process::exit(0);
}

#[task]
async fn network(mut runner: Runner<'static, Lan9118>) {
    runner.run().await;
}

fn entropy() -> Option<u64> {
    let mut bytes = [0; 8];
    semihosting::experimental::random::fill_bytes(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// On a real board this would reset; here it ends the emulator, so that no one
/// waits for a device that is dead.
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    error!("{}", defmt::Display2Format(info));
    process::exit(101)
}

#[cortex_m_rt::exception]
unsafe fn HardFault(frame: &cortex_m_rt::ExceptionFrame) -> ! {
    error!("hard fault at {=u32:#x}", frame.pc());
    process::exit(101)
}

// `defmt::unwrap!` and the like end here.
#[defmt::panic_handler]
fn defmt_panic() -> ! {
    process::exit(101)
}
