//! The delivery task: knock, report, obey, persist.

use defmt::{info, warn};
use embassy_futures::select::{Either, Either3, select, select3};
use embassy_time::{Duration, Timer};
use embedded_storage_async::nor_flash::NorFlash;
use reknock::{Clock, DeadReason, Decision};

use crate::board::{Buffers, Network};
use crate::http::{self, Request};
use crate::office::{Changes, Next, Office};
use crate::retry::Permit;
use crate::say;

/// Goes out for whatever is due, until the device is switched off. There are
/// [`COURIERS`](crate::policy::COURIERS) of them beside each other.
pub async fn courier<N: Network, C: Clock, F: NorFlash>(office: &Office<C, F>, network: &N) {
    let mut changes = office.changes();
    let mut buffers = Buffers::new();
    while !office.is_closing() {
        // Without a link no one is asked, and no event is charged for it.
        if let Either::Second(()) = select(network.up(), office.closed(&mut changes)).await {
            return;
        }
        match office.next() {
            Next::Knock(slot, permit) => {
                knock(office, network, &mut changes, &mut buffers, slot, permit).await;
            }
            Next::Bury(slot, id) => {
                office.forget(slot).await;
                say::expired(id);
            }
            Next::Wait(until) => {
                // One millisecond more: a clock of whole ones rounds down.
                let wait =
                    Duration::from(until.since(office.clock.now())) + Duration::from_millis(1);
                select3(Timer::after(wait), changes.changed(), network.down()).await;
            }
            Next::Idle => {
                select(changes.changed(), network.down()).await;
            }
        }
    }
}

async fn knock<N: Network, C: Clock, F: NorFlash>(
    office: &Office<C, F>,
    network: &N,
    changes: &mut Changes<'_>,
    buffers: &mut Buffers,
    slot: usize,
    permit: Permit,
) {
    let event = office.outbox.borrow().event(slot).cloned();
    let Some(event) = event else { return };
    let (id, draws) = (office.id(event.id), &mut office.draws(event.id));
    let delivery = office.desk.borrow().delivery(slot).copied();
    let attempt = delivery.map_or(0, |delivery| delivery.attempts()) + 1;

    // Knock.
    info!("event {}: knock {=u32}", event.id, attempt);
    let request = Request {
        id: &id,
        attempt,
        uptime: office.clock.now().as_millis(),
        body: &event.body,
    };
    let post = http::post(
        network,
        buffers,
        &office.server,
        &request,
        office.clock.wall(),
    );
    let (outcome, date) = match select3(network.down(), office.closed(changes), post).await {
        Either3::Third(answer) => answer,
        // Looked at first: a link that goes down breaks its connections too.
        Either3::First(()) | Either3::Second(()) => {
            warn!("event {}: interrupted; the knock does not count", event.id);
            office
                .desk
                .borrow_mut()
                .give_back(permit, office.clock.now(), draws);
            office.release(slot);
            return;
        }
    };
    if let Some(date) = date {
        office.learn(date);
    }

    // Report.
    let now = office.clock.now();
    let report = office
        .desk
        .borrow_mut()
        .report(slot, permit, outcome, now, draws);
    let Some(decision) = report else { return };

    // Obey and persist: first into flash, then into the log.
    match decision {
        Decision::Retry { .. } => office.keep(slot).await,
        Decision::DeadLetter { reason, .. } => {
            if reason == DeadReason::Gone {
                office.hold_everything().await;
            }
            office.forget(slot).await;
        }
        Decision::Delivered => office.forget(slot).await,
    }
    say::decided(event.id, attempt, outcome.ending(), decision);
}
