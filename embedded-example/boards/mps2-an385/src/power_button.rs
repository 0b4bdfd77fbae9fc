//! The button that switches the device off: on this board, a byte on its serial
//! line.

use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll};

use embassy_sync::waitqueue::AtomicWaker;

use crate::interrupts::{self, Interrupt};

const UART0: *mut u32 = 0x4000_4000 as *mut u32;
const DATA: usize = 0;
const CTRL: usize = 2;
const INT_STATUS: usize = 3;
const BAUD_DIVIDER: usize = 4;
const RX_ENABLE: u32 = 1 << 1;
const RX_INTERRUPT_ENABLE: u32 = 1 << 3;
const RX_INTERRUPT: u32 = 1 << 1;

static PRESSED: AtomicBool = AtomicBool::new(false);
static WAKER: AtomicWaker = AtomicWaker::new();

/// Ends when the button is pressed.
pub struct PowerButton(());

impl PowerButton {
    /// Listens.
    pub fn new() -> Self {
        // SAFETY: the registers of a UART that nothing else uses; the handler
        // needs nothing but them.
        unsafe {
            UART0.add(BAUD_DIVIDER).write_volatile(16);
            UART0
                .add(CTRL)
                .write_volatile(RX_ENABLE | RX_INTERRUPT_ENABLE);
            interrupts::enable(Interrupt::Uart0Rx);
        }
        Self(())
    }
}

impl Future for PowerButton {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        WAKER.register(cx.waker());
        if PRESSED.load(Ordering::Acquire) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn UART0_RX() {
    // SAFETY: reading the byte and clearing the interrupt.
    unsafe {
        UART0.add(DATA).read_volatile();
        UART0.add(INT_STATUS).write_volatile(RX_INTERRUPT);
    }
    PRESSED.store(true, Ordering::Release);
    WAKER.wake();
}
