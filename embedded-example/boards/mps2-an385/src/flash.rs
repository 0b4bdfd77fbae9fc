//! Flash that survives a reset, played by the board's external memory.
//!
//! Startup code leaves that memory alone, and QEMU can keep it in a file
//! (`-machine memory-backend=`), so it survives even the end of the emulator.
//! It behaves as a NOR chip does: erased bits are ones, in whole sectors, and
//! writing only ever clears bits.

use core::ptr;

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

const BASE: *mut u8 = 0x2100_0000 as *mut u8;
const SECTOR: usize = 4096;
const SECTORS: usize = 4;

/// 16 KiB in sectors of 4 KiB.
pub struct ExternalFlash(());

#[derive(Debug, defmt::Format)]
pub struct OutOfBounds;

impl ExternalFlash {
    /// Once: there is one such chip.
    pub fn new() -> Self {
        Self(())
    }

    /// The bytes at these addresses of the chip.
    fn at(&mut self, from: u32, length: usize) -> Result<*mut u8, OutOfBounds> {
        let end = (from as usize).checked_add(length).ok_or(OutOfBounds)?;
        if end > SECTOR * SECTORS {
            return Err(OutOfBounds);
        }
        Ok(BASE.wrapping_add(from as usize))
    }
}

impl NorFlashError for OutOfBounds {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::OutOfBounds
    }
}

impl ErrorType for ExternalFlash {
    type Error = OutOfBounds;
}

impl ReadNorFlash for ExternalFlash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), OutOfBounds> {
        let from = self.at(offset, bytes.len())?;
        for (index, byte) in bytes.iter_mut().enumerate() {
            // SAFETY: within the chip, which nothing else touches.
            *byte = unsafe { ptr::read_volatile(from.add(index)) };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        SECTOR * SECTORS
    }
}

impl NorFlash for ExternalFlash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), OutOfBounds> {
        let length = to.checked_sub(from).ok_or(OutOfBounds)? as usize;
        let start = self.at(from, length)?;
        for index in 0..length {
            // SAFETY: within the chip, which nothing else touches.
            unsafe { ptr::write_volatile(start.add(index), 0xff) };
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), OutOfBounds> {
        let to = self.at(offset, bytes.len())?;
        for (index, byte) in bytes.iter().enumerate() {
            // SAFETY: within the chip, which nothing else touches.
            unsafe {
                let to = to.add(index);
                ptr::write_volatile(to, ptr::read_volatile(to) & byte);
            }
        }
        Ok(())
    }
}
