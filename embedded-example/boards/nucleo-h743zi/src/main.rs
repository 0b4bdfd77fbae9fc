//! The telemetry application on ST's NUCLEO-H743ZI: a Cortex-M7 with Ethernet,
//! a hardware random generator and flash enough.
//!
//! Three parts: what is yours, what this board is, and what is the same on every
//! board. To port the application, copy this folder and write the first two
//! anew.

#![no_std]
#![no_main]

// ---- Yours: where events go, and what is measured ----

use core::net::{Ipv4Addr, SocketAddrV4};

use embassy_futures::select::{Either, select};
use embassy_time::{Duration, Instant, Timer};
use telemetry::{Importance, Reading, Sensor, Server, TooLong};

const SERVER: Server = Server {
    address: SocketAddrV4::new(Ipv4Addr::new(192, 168, 0, 2), 8080),
    host: "telemetry.example",
    path: "/events",
};

/// The blue button, at once, and every minute that the device is still alive.
struct Button(ExtiInput<'static, Async>);

impl Sensor for Button {
    async fn next(&mut self) -> Result<Reading, TooLong> {
        let minute = Timer::after(Duration::from_secs(60));
        let (importance, what) = match select(self.0.wait_for_rising_edge(), minute).await {
            Either::First(()) => (Importance::Alarm, "button"),
            Either::Second(()) => (Importance::Routine, "alive"),
        };
        let uptime = Instant::now().as_secs();
        Reading::new(
            importance,
            format_args!(r#"{{"event":"{what}","uptime":{uptime}}}"#),
        )
    }
}

// ---- This board: its interrupts, clocks, Ethernet, entropy, flash, pins ----

use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_embedded_hal::flash::partition::Partition;
use embassy_stm32::eth::{Ethernet, GenericPhy, PacketQueue, Sma};
use embassy_stm32::exti::ExtiInput;
use embassy_stm32::flash::{Blocking, Flash};
use embassy_stm32::gpio::Pull;
use embassy_stm32::mode::Async;
use embassy_stm32::peripherals::{ETH, ETH_SMA, RNG};
use embassy_stm32::rng::Rng;
use embassy_stm32::{bind_interrupts, eth, exti, interrupt, rng, uid};
use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::mutex::Mutex;

/// The last two sectors of the 2 MiB, far behind the program, counted from the
/// start of flash. What is here and is no log is erased: never the program.
const LOG_START: u32 = 0x1c_0000;
const LOG_BYTES: u32 = 0x04_0000;

bind_interrupts!(struct Interrupts {
    ETH => eth::InterruptHandler;
    RNG => rng::InterruptHandler<RNG>;
    EXTI15_10 => exti::InterruptHandler<interrupt::typelevel::EXTI15_10>;
});

type Nic = Ethernet<'static, ETH, GenericPhy<Sma<'static, ETH_SMA>>>;
type ChipFlash = BlockingAsync<Flash<'static, Blocking>>;

/// What the board brings.
struct Parts {
    nic: Nic,
    flash: Partition<'static, NoopRawMutex, ChipFlash>,
    sensor: Button,
    /// Its serial number.
    device: u64,
    /// Where the draws of deliveries come from.
    seed: u64,
    /// Fresh at every start, for the network's ports and sequence numbers: a
    /// server may still hold connections from before a reset.
    fresh: u64,
}

fn board() -> Parts {
    let chip = embassy_stm32::init(clocks());

    let mut generator = Rng::new(chip.RNG, Interrupts);
    let mut draw = || {
        let mut bytes = [0; 8];
        generator.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    };
    let (seed, fresh) = (draw(), draw());

    // The MAC address is the serial number too, as one that nobody assigned.
    let device = serial_number();
    let [.., a, b, c, d, e] = device.to_be_bytes();
    static PACKETS: StaticCell<PacketQueue<4, 4>> = StaticCell::new();
    let nic = Ethernet::new(
        PACKETS.init(PacketQueue::new()),
        chip.ETH,
        Interrupts,
        chip.PA1,
        chip.PA7,
        chip.PC4,
        chip.PC5,
        chip.PG13,
        chip.PB13,
        chip.PG11,
        [0x02, a, b, c, d, e],
        chip.ETH_SMA,
        chip.PA2,
        chip.PC1,
    );

    static FLASH: StaticCell<Mutex<NoopRawMutex, ChipFlash>> = StaticCell::new();
    let flash = BlockingAsync::new(Flash::new_blocking(chip.FLASH));
    let flash = FLASH.init(Mutex::new(flash));
    let button = ExtiInput::new(chip.PC13, chip.EXTI13, Pull::Down, Interrupts);
    Parts {
        nic,
        flash: Partition::new(flash, LOG_START, LOG_BYTES),
        sensor: Button(button),
        device,
        seed,
        fresh,
    }
}

/// 48 bits of the 96 that the factory wrote.
fn serial_number() -> u64 {
    let bytes = uid::uid();
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash >> 16
}

/// 400 MHz from the internal oscillator; 48 MHz for the random generator.
fn clocks() -> embassy_stm32::Config {
    use embassy_stm32::rcc::{
        AHBPrescaler, APBPrescaler, HSIPrescaler, Hsi48Config, Pll, PllDiv, PllMul, PllPreDiv,
        PllSource, Sysclk, VoltageScale,
    };
    let mut config = embassy_stm32::Config::default();
    config.rcc.hsi = Some(HSIPrescaler::DIV1);
    config.rcc.csi = true;
    config.rcc.hsi48 = Some(Hsi48Config::default());
    config.rcc.pll1 = Some(Pll {
        source: PllSource::HSI,
        prediv: PllPreDiv::DIV4,
        mul: PllMul::MUL50,
        fracn: None,
        divp: Some(PllDiv::DIV2),
        divq: None,
        divr: None,
    });
    config.rcc.sys = Sysclk::PLL1_P;
    config.rcc.ahb_pre = AHBPrescaler::DIV2;
    config.rcc.apb1_pre = APBPrescaler::DIV2;
    config.rcc.apb2_pre = APBPrescaler::DIV2;
    config.rcc.apb3_pre = APBPrescaler::DIV2;
    config.rcc.apb4_pre = APBPrescaler::DIV2;
    config.rcc.voltage_scale = VoltageScale::Scale1;
    config
}

// ---- The same on every board ----

use core::future::pending;

use defmt::{info, unwrap};
use defmt_rtt as _;
use embassy_executor::{Spawner, main, task};
use embassy_net::{Config, Runner, StackResources};
use panic_probe as _;
use reknock::EmbassyClock;
use static_cell::StaticCell;
use telemetry::policy::COURIERS;
use telemetry::{Board, EmbassyNet};

#[main]
async fn main(spawner: Spawner) {
    let Parts {
        nic,
        flash,
        sensor,
        device,
        seed,
        fresh,
    } = board();
    info!("device {=u64:012x}", device);

    // A socket for each courier, and one for DHCP.
    static RESOURCES: StaticCell<StackResources<{ COURIERS + 1 }>> = StaticCell::new();
    let resources = RESOURCES.init(StackResources::new());
    let dhcp = Config::dhcpv4(Default::default());
    let (stack, runner) = embassy_net::new(nic, dhcp, resources, fresh);
    spawner.spawn(unwrap!(network(runner)));

    telemetry::run(Board {
        network: EmbassyNet(stack),
        clock: EmbassyClock,
        flash,
        sensor,
        off: pending(), // pull the plug: the log in flash is made for it
        device,
        seed,
        server: SERVER,
    })
    .await;
}

#[task]
async fn network(mut runner: Runner<'static, Nic>) {
    runner.run().await;
}
