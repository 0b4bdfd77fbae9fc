//! The interrupts that this board uses, by their numbers.

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;

/// An interrupt of the board.
#[derive(Clone, Copy)]
#[repr(u16)]
pub enum Interrupt {
    Uart0Rx = 0,
    Timer1 = 9,
    Ethernet = 13,
}

// SAFETY: the numbers are those of the board's manual.
unsafe impl InterruptNumber for Interrupt {
    fn number(self) -> u16 {
        self as u16
    }
}

/// Lets an interrupt through.
///
/// # Safety
///
/// Whatever its handler touches is ready for it.
pub unsafe fn enable(interrupt: Interrupt) {
    // SAFETY: passed on to the caller.
    unsafe { NVIC::unmask(interrupt) };
}

unsafe extern "C" {
    fn UART0_RX();
    fn TIMER1();
    fn ETHERNET();
    fn DefaultHandler();
}

type Handler = unsafe extern "C" fn();

#[unsafe(link_section = ".vector_table.interrupts")]
#[unsafe(no_mangle)]
static __INTERRUPTS: [Handler; 32] = {
    let mut handlers: [Handler; 32] = [DefaultHandler; 32];
    handlers[Interrupt::Uart0Rx as usize] = UART0_RX;
    handlers[Interrupt::Timer1 as usize] = TIMER1;
    handlers[Interrupt::Ethernet as usize] = ETHERNET;
    handlers
};
