//! A device that measures something and posts it to a server over HTTP, and
//! that survives the server's bad days. For any board: what it needs of one is
//! a [`Board`].
//!
//! ```text
//!  sensor ──▶ office::accept ──▶ outbox (4 places) ◀──▶ flash (log, survives a reset)
//!                                   │  ▲
//!                             next  ▼  │  report → obey → persist
//!                                 couriers (2) ── http::post ──▶ server
//! ```
//!
//! Read in this order: [`run`], [`courier`], [`office`], [`retry`], [`policy`].

#![no_std]
#![deny(missing_docs, unsafe_code)]

pub mod board;
mod calendar;
pub mod courier;
pub mod event;
pub mod http;
pub mod net;
pub mod office;
pub mod outbox;
pub mod policy;
mod record;
pub mod retry;
mod say;
mod store;
#[cfg(test)]
mod tests;

use core::future::Future;

use defmt::{error, info};
use embassy_futures::join::join5;
use embassy_futures::select::{Either, select};
use embassy_time::Timer;
use embedded_storage_async::nor_flash::NorFlash;
use reknock::Clock;
use static_cell::StaticCell;

pub use board::{Board, Network, Reading, Sensor, Server, TooLong};
pub use event::{BODY_MAX, Importance};
pub use net::EmbassyNet;

use crate::courier::courier;
use crate::office::Office;
use crate::policy::{COURIERS, STAMP_EVERY};
use crate::retry::Desk;

/// All that `reknock` remembers, where the linker can show its size.
static DESK: StaticCell<Desk> = StaticCell::new();

const _: () = assert!(COURIERS == 2, "`run` joins two couriers: write out as many");

/// The application. Call it once; it ends when the device is switched off.
pub async fn run<N, C, F, S, O>(board: Board<N, C, F, S, O>)
where
    N: Network,
    C: Clock,
    F: NorFlash,
    S: Sensor,
    O: Future<Output = ()>,
{
    let Board {
        network,
        clock,
        flash,
        sensor,
        off,
        device,
        seed,
        server,
    } = board;
    let desk = DESK.init(Desk::new(clock.now()));
    let office = Office::open(clock, flash, desk, server, device, seed).await;

    // Written out: an array of couriers would be built on the stack and moved
    // from there, 10 KB for a moment.
    join5(
        measure(&office, sensor),
        courier(&office, &network),
        courier(&office, &network),
        keep_time(&office),
        switch_off(&office, off),
    )
    .await;
    office.write_stamp().await;
    info!("switched off");
}

/// The sensor's task.
async fn measure<C: Clock, F: NorFlash>(office: &Office<C, F>, mut sensor: impl Sensor) {
    let mut changes = office.changes();
    while let Either::First(reading) = select(sensor.next(), office.closed(&mut changes)).await {
        match reading {
            Ok(reading) => office.accept(reading).await,
            // Half of it would be broken JSON, which no server can make use of.
            Err(TooLong) => error!(
                "a reading is dropped: its body has more than {=usize} bytes",
                BODY_MAX
            ),
        }
    }
}

/// Writes the time to flash while something waits, so that a reset finds out
/// how long it had waited.
async fn keep_time<C: Clock, F: NorFlash>(office: &Office<C, F>) {
    let mut changes = office.changes();
    while let Either::First(()) = select(
        Timer::after(STAMP_EVERY.into()),
        office.closed(&mut changes),
    )
    .await
    {
        office.write_stamp().await;
    }
}

async fn switch_off<C: Clock, F: NorFlash>(office: &Office<C, F>, off: impl Future<Output = ()>) {
    off.await;
    info!("switching off");
    office.close();
}
