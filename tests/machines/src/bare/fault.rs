//! What the processor refuses to do ends the program, and says so; the runtimes
//! would wait for ever.

use semihosting::{println, process};

#[cfg(target_arch = "arm")]
#[cortex_m_rt::exception]
unsafe fn HardFault(frame: &cortex_m_rt::ExceptionFrame) -> ! {
    println!("hard fault: {frame:?}");
    process::exit(101)
}

#[cfg(target_arch = "riscv32")]
#[unsafe(no_mangle)]
extern "C" fn ExceptionHandler(frame: &riscv_rt::TrapFrame) -> ! {
    println!("exception, called from {:#x}", frame.ra);
    process::exit(101)
}
