//! What happens to flash at a start: a log is taken up, rubbish is erased, and
//! flash that fails is left alone.

use embassy_futures::block_on;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

use crate::store::Store;

const SECTOR: usize = 1024;

/// Two sectors of flash, which fail when told to.
struct Chip {
    bytes: [u8; 2 * SECTOR],
    broken: bool,
    erased: usize,
}

#[derive(Debug, defmt::Format)]
struct Broken;

impl Chip {
    fn of(byte: u8) -> Self {
        Self {
            bytes: [byte; 2 * SECTOR],
            broken: false,
            erased: 0,
        }
    }

    fn works(&self) -> Result<(), Broken> {
        if self.broken { Err(Broken) } else { Ok(()) }
    }
}

impl NorFlashError for Broken {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl ErrorType for &mut Chip {
    type Error = Broken;
}

impl ReadNorFlash for &mut Chip {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, to: &mut [u8]) -> Result<(), Broken> {
        self.works()?;
        to.copy_from_slice(&self.bytes[offset as usize..][..to.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for &mut Chip {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Broken> {
        self.works()?;
        self.erased += 1;
        self.bytes[from as usize..to as usize].fill(0xff);
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Broken> {
        self.works()?;
        let room = &mut self.bytes[offset as usize..][..bytes.len()];
        for (byte, new) in room.iter_mut().zip(bytes) {
            *byte &= new;
        }
        Ok(())
    }
}

/// The number of this start.
fn start(chip: &mut Chip) -> Option<u32> {
    block_on(Store::open(chip)).1
}

#[test]
fn a_new_chip_counts_its_starts() {
    let mut chip = Chip::of(0xff);
    assert_eq!(start(&mut chip), Some(1));
    assert_eq!(start(&mut chip), Some(2));
    assert_eq!(chip.erased, 0);
}

#[test]
fn what_is_no_log_is_erased() {
    let mut chip = Chip::of(0);
    assert_eq!(start(&mut chip), Some(1));
    assert!(chip.erased > 0);
    assert_eq!(start(&mut chip), Some(2));
}

#[test]
fn flash_that_cannot_be_read_is_left_as_it_is() {
    let mut chip = Chip::of(0xff);
    assert_eq!(start(&mut chip), Some(1));
    chip.broken = true;
    assert_eq!(start(&mut chip), None);
    chip.broken = false;
    assert_eq!(start(&mut chip), Some(2));
    assert_eq!(chip.erased, 0);
}
