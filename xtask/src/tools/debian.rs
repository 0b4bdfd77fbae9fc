//! Packages of the operating system, as Debian names them.

use super::on_path;
use crate::Result;
use crate::shell::Line;

/// One package index and one transaction, however many packages there are.
pub(super) fn install_lines(packages: &[&str]) -> Result<[Line; 2]> {
    if !on_path("apt-get") {
        return Err(format!(
            "this system has no apt-get; install with its own package manager: {}",
            packages.join(" ")
        ));
    }
    let root = Line::new("id -u").stdout()?.trim() == "0";
    let apt = if root { "apt-get" } else { "sudo apt-get" };
    let mut install = Line::new(&format!("{apt} install --yes --no-install-recommends"));
    for package in packages {
        install = install.arg(*package);
    }
    Ok([Line::new(&format!("{apt} update")), install])
}
