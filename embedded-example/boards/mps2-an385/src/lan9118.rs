//! The board's Ethernet chip, as `embassy-net` wants to drive it.

use core::task::Context;

use embassy_net_driver::{
    Capabilities, Driver, HardwareAddress, LinkState, RxToken as Rx, TxToken as Tx,
};
use embassy_sync::waitqueue::AtomicWaker;

use crate::interrupts::{self, Interrupt};

const BASE: *mut u32 = 0x4020_0000 as *mut u32;

/// Registers, in bytes from the base.
mod register {
    pub const RX_DATA: usize = 0x00;
    pub const TX_DATA: usize = 0x20;
    pub const RX_STATUS: usize = 0x40;
    pub const TX_STATUS: usize = 0x48;
    pub const IRQ_CFG: usize = 0x54;
    pub const INT_STS: usize = 0x58;
    pub const INT_EN: usize = 0x5c;
    pub const FIFO_INT: usize = 0x68;
    pub const RX_CFG: usize = 0x6c;
    pub const TX_CFG: usize = 0x70;
    pub const HW_CFG: usize = 0x74;
    pub const RX_FIFO_INF: usize = 0x7c;
    pub const TX_FIFO_INF: usize = 0x80;
    pub const MAC_CSR_CMD: usize = 0xa4;
    pub const MAC_CSR_DATA: usize = 0xa8;
}

/// Registers behind `MAC_CSR_CMD`.
mod mac {
    pub const CONTROL: u32 = 1;
    pub const ADDRESS_HIGH: u32 = 2;
    pub const ADDRESS_LOW: u32 = 3;
    pub const MII_ACCESS: u32 = 6;
    pub const MII_DATA: u32 = 7;
}

/// Registers of the PHY behind `MII_ACCESS`.
mod phy {
    pub const STATUS: u32 = 1;
    pub const INTERRUPT_SOURCE: u32 = 29;
    pub const INTERRUPT_MASK: u32 = 30;
    /// "Link down" and "negotiation complete".
    pub const LINK_CHANGED: u32 = 1 << 4 | 1 << 6;
}

const RX_INTERRUPT: u32 = 1 << 3;
const PHY_INTERRUPT: u32 = 1 << 18;
const FRAME_MAX: usize = 1514;
const CHECKSUM: usize = 4;

static WAKER: AtomicWaker = AtomicWaker::new();

/// The chip.
pub struct Lan9118 {
    mac: [u8; 6],
}

impl Lan9118 {
    /// Resets it, and lets its interrupt through.
    pub fn start() -> Self {
        write(register::HW_CFG, 1);
        while read(register::HW_CFG) & 1 != 0 {}
        write(register::HW_CFG, 0x5_0000);
        write(register::INT_EN, 0);
        write(register::INT_STS, u32::MAX);
        // Until this is written, the interrupt line is asserted.
        write(register::IRQ_CFG, 0x111);
        write(register::FIFO_INT, 0);
        write(register::RX_CFG, 0);
        write(register::TX_CFG, 2);
        let low = read_mac(mac::ADDRESS_LOW).to_le_bytes();
        let high = read_mac(mac::ADDRESS_HIGH).to_le_bytes();
        // Full duplex, transmitter and receiver on.
        write_mac(mac::CONTROL, 1 << 20 | 1 << 3 | 1 << 2);
        write_phy(phy::INTERRUPT_MASK, phy::LINK_CHANGED);
        write(register::INT_EN, RX_INTERRUPT | PHY_INTERRUPT);
        // SAFETY: the handler needs nothing but the chip's registers.
        unsafe { interrupts::enable(Interrupt::Ethernet) };
        Self {
            mac: [low[0], low[1], low[2], low[3], high[0], high[1]],
        }
    }

    /// Its address.
    pub fn mac(&self) -> [u8; 6] {
        self.mac
    }
}

#[unsafe(no_mangle)]
extern "C" fn ETHERNET() {
    // Quiet, until `receive` has looked.
    write(register::INT_EN, 0);
    WAKER.wake();
}

impl Driver for Lan9118 {
    type RxToken<'a> = Received;
    type TxToken<'a> = Transmit;

    fn receive(&mut self, cx: &mut Context<'_>) -> Option<(Received, Transmit)> {
        listen(cx);
        let waiting = read(register::RX_FIFO_INF) >> 16 & 0xff;
        (waiting > 0 && room()).then_some((Received, Transmit))
    }

    fn transmit(&mut self, _cx: &mut Context<'_>) -> Option<Transmit> {
        // The chip sends at once: there is room again by the time anyone asks.
        room().then_some(Transmit)
    }

    fn link_state(&mut self, cx: &mut Context<'_>) -> LinkState {
        listen(cx);
        if read_phy(phy::STATUS) & 1 << 2 != 0 {
            LinkState::Up
        } else {
            LinkState::Down
        }
    }

    fn capabilities(&self) -> Capabilities {
        let mut capabilities = Capabilities::default();
        capabilities.max_transmission_unit = FRAME_MAX;
        capabilities.max_burst_size = Some(1);
        capabilities
    }

    fn hardware_address(&self) -> HardwareAddress {
        HardwareAddress::Ethernet(self.mac)
    }
}

/// Leave to take the frame that waits.
pub struct Received;

/// Leave to send one frame.
pub struct Transmit;

impl Rx for Received {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, take: F) -> R {
        let length = (read(register::RX_STATUS) >> 16 & 0x3fff) as usize;
        let mut frame = [0; FRAME_MAX + CHECKSUM + 2];
        for index in 0..length.div_ceil(4) {
            let word = read(register::RX_DATA).to_le_bytes();
            if let Some(bytes) = frame.get_mut(index * 4..index * 4 + 4) {
                bytes.copy_from_slice(&word);
            }
        }
        let end = length.saturating_sub(CHECKSUM).min(FRAME_MAX);
        take(frame.get_mut(..end).unwrap_or_default())
    }
}

impl Tx for Transmit {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, length: usize, fill: F) -> R {
        let mut frame = [0; FRAME_MAX + 2];
        let result = fill(&mut frame[..length]);
        // First and last piece in one, of this length.
        write(register::TX_DATA, 1 << 13 | 1 << 12 | length as u32);
        write(register::TX_DATA, length as u32);
        for word in frame[..length.next_multiple_of(4)].chunks_exact(4) {
            let word = word.first_chunk().copied().unwrap_or_default();
            write(register::TX_DATA, u32::from_le_bytes(word));
        }
        while read(register::TX_FIFO_INF) >> 16 & 0xff > 0 {
            read(register::TX_STATUS);
        }
        result
    }
}

/// From now on, frames and changes of the link wake this task.
fn listen(cx: &mut Context<'_>) {
    WAKER.register(cx.waker());
    read_phy(phy::INTERRUPT_SOURCE); // reading clears it
    write(register::INT_STS, u32::MAX);
    write(register::INT_EN, RX_INTERRUPT | PHY_INTERRUPT);
}

/// Whether a whole frame fits.
fn room() -> bool {
    read(register::TX_FIFO_INF) & 0xffff > (FRAME_MAX + 16) as u32
}

fn read(register: usize) -> u32 {
    // SAFETY: a register of the chip.
    unsafe { BASE.byte_add(register).read_volatile() }
}

fn write(register: usize, value: u32) {
    // SAFETY: a register of the chip.
    unsafe { BASE.byte_add(register).write_volatile(value) }
}

fn read_mac(register: u32) -> u32 {
    write(register::MAC_CSR_CMD, 1 << 31 | 1 << 30 | register);
    while read(register::MAC_CSR_CMD) & 1 << 31 != 0 {}
    read(register::MAC_CSR_DATA)
}

fn write_mac(register: u32, value: u32) {
    write(register::MAC_CSR_DATA, value);
    write(register::MAC_CSR_CMD, 1 << 31 | register);
    while read(register::MAC_CSR_CMD) & 1 << 31 != 0 {}
}

fn read_phy(register: u32) -> u32 {
    write_mac(mac::MII_ACCESS, 1 << 11 | register << 6);
    read_mac(mac::MII_DATA)
}

fn write_phy(register: u32, value: u32) {
    write_mac(mac::MII_DATA, value);
    write_mac(mac::MII_ACCESS, 1 << 11 | register << 6 | 1 << 1);
}
