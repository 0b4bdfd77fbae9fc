//! Everything that `embassy-net` drives: Ethernet, Wi-Fi, USB, PPP.

use core::net::SocketAddrV4;

use embassy_net::Stack;
use embassy_net::tcp::{ConnectError, TcpSocket};
use embassy_time::{Duration, with_timeout};
use reknock::Failure;

use crate::board::{Buffers, Connection, Network};

/// How long the other side has for its half of the goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// The network of an `embassy-net` stack.
#[derive(Clone, Copy)]
pub struct EmbassyNet(pub Stack<'static>);

impl Network for EmbassyNet {
    type Connection<'a> = TcpSocket<'a>;

    async fn up(&self) {
        self.0.wait_link_up().await;
        self.0.wait_config_up().await;
    }

    async fn down(&self) {
        self.0.wait_link_down().await;
    }

    async fn connect<'a>(
        &'a self,
        buffers: &'a mut Buffers,
        to: SocketAddrV4,
    ) -> Result<TcpSocket<'a>, Failure> {
        let mut socket = TcpSocket::new(self.0, &mut buffers.rx, &mut buffers.tx);
        match socket.connect(to).await {
            Ok(()) => Ok(socket),
            // A reset in answer to the first packet: nobody listens there.
            Err(ConnectError::ConnectionReset) => Err(Failure::Refused),
            Err(ConnectError::TimedOut) => Err(Failure::Timeout),
            Err(ConnectError::NoRoute) => Err(Failure::Unreachable),
            Err(ConnectError::InvalidState) => Err(Failure::Local),
        }
    }
}

impl Connection for TcpSocket<'_> {
    async fn close(mut self) {
        TcpSocket::close(&mut self);
        // A socket that is dropped sends nothing more: wait until the goodbye
        // is out. Without an answer to it, the server finds out by itself.
        let _ = with_timeout(GOODBYE, self.flush()).await;
    }
}
