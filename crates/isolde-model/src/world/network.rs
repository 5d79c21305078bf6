//! Sockets.

use super::table::world_table;

world_table! { NETWORK
    Network Reaches "std::net::TcpStream" {
        connect(address: impl std::net::ToSocketAddrs) -> std::io::Result<std::net::TcpStream>;
        connect_timeout(address: &std::net::SocketAddr, timeout: std::time::Duration) -> std::io::Result<std::net::TcpStream>;
        local_addr(stream: &std::net::TcpStream) -> std::io::Result<std::net::SocketAddr>;
        nodelay(stream: &std::net::TcpStream) -> std::io::Result<bool>;
        peek(stream: &std::net::TcpStream, buffer: &mut [u8]) -> std::io::Result<usize>;
        peer_addr(stream: &std::net::TcpStream) -> std::io::Result<std::net::SocketAddr>;
        read_timeout(stream: &std::net::TcpStream) -> std::io::Result<Option<std::time::Duration>>;
        set_nodelay(stream: &std::net::TcpStream, nodelay: bool) -> std::io::Result<()>;
        set_nonblocking(stream: &std::net::TcpStream, nonblocking: bool) -> std::io::Result<()>;
        set_read_timeout(stream: &std::net::TcpStream, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        set_write_timeout(stream: &std::net::TcpStream, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        shutdown(stream: &std::net::TcpStream, how: std::net::Shutdown) -> std::io::Result<()>;
        take_error(stream: &std::net::TcpStream) -> std::io::Result<Option<std::io::Error>>;
        try_clone(stream: &std::net::TcpStream) -> std::io::Result<std::net::TcpStream>;
        write_timeout(stream: &std::net::TcpStream) -> std::io::Result<Option<std::time::Duration>>;
    }
    Network Reaches "std::net::TcpStream" as "std::io::Read" {
        read(stream: &mut std::net::TcpStream, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(stream: &mut std::net::TcpStream, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(stream: &mut std::net::TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(stream: &mut std::net::TcpStream, buffer: &mut String) -> std::io::Result<usize>;
    }
    Network Reaches "std::net::TcpStream" as "std::io::Write" {
        write(stream: &mut std::net::TcpStream, buffer: &[u8]) -> std::io::Result<usize>;
        write_all(stream: &mut std::net::TcpStream, buffer: &[u8]) -> std::io::Result<()>;
        flush(stream: &mut std::net::TcpStream) -> std::io::Result<()>;
        write_fmt(stream: &mut std::net::TcpStream, text: std::fmt::Arguments<'_>) -> std::io::Result<()>;
    }
    Network Reaches "std::net::TcpListener" {
        accept(listener: &std::net::TcpListener) -> std::io::Result<(std::net::TcpStream, std::net::SocketAddr)>;
        bind(address: impl std::net::ToSocketAddrs) -> std::io::Result<std::net::TcpListener>;
        incoming(listener: &std::net::TcpListener) -> std::net::Incoming<'_>;
        local_addr(listener: &std::net::TcpListener) -> std::io::Result<std::net::SocketAddr>;
        set_nonblocking(listener: &std::net::TcpListener, nonblocking: bool) -> std::io::Result<()>;
        try_clone(listener: &std::net::TcpListener) -> std::io::Result<std::net::TcpListener>;
    }
    Network Reaches "std::net::Incoming" as "std::iter::Iterator" {
        next(connections: &mut std::net::Incoming<'_>) -> Option<std::io::Result<std::net::TcpStream>>;
    }
    Network Reaches "std::net::UdpSocket" {
        bind(address: impl std::net::ToSocketAddrs) -> std::io::Result<std::net::UdpSocket>;
        connect(socket: &std::net::UdpSocket, address: impl std::net::ToSocketAddrs) -> std::io::Result<()>;
        local_addr(socket: &std::net::UdpSocket) -> std::io::Result<std::net::SocketAddr>;
        peer_addr(socket: &std::net::UdpSocket) -> std::io::Result<std::net::SocketAddr>;
        recv(socket: &std::net::UdpSocket, buffer: &mut [u8]) -> std::io::Result<usize>;
        recv_from(socket: &std::net::UdpSocket, buffer: &mut [u8]) -> std::io::Result<(usize, std::net::SocketAddr)>;
        send(socket: &std::net::UdpSocket, buffer: &[u8]) -> std::io::Result<usize>;
        send_to(socket: &std::net::UdpSocket, buffer: &[u8], address: impl std::net::ToSocketAddrs) -> std::io::Result<usize>;
        set_broadcast(socket: &std::net::UdpSocket, broadcast: bool) -> std::io::Result<()>;
        set_nonblocking(socket: &std::net::UdpSocket, nonblocking: bool) -> std::io::Result<()>;
        set_read_timeout(socket: &std::net::UdpSocket, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        set_write_timeout(socket: &std::net::UdpSocket, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        try_clone(socket: &std::net::UdpSocket) -> std::io::Result<std::net::UdpSocket>;
    }
    Network Reaches "std::os::unix::net::UnixStream" {
        connect(path: impl AsRef<std::path::Path>) -> std::io::Result<std::os::unix::net::UnixStream>;
        local_addr(stream: &std::os::unix::net::UnixStream) -> std::io::Result<std::os::unix::net::SocketAddr>;
        pair() -> std::io::Result<(std::os::unix::net::UnixStream, std::os::unix::net::UnixStream)>;
        peer_addr(stream: &std::os::unix::net::UnixStream) -> std::io::Result<std::os::unix::net::SocketAddr>;
        set_nonblocking(stream: &std::os::unix::net::UnixStream, nonblocking: bool) -> std::io::Result<()>;
        set_read_timeout(stream: &std::os::unix::net::UnixStream, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        set_write_timeout(stream: &std::os::unix::net::UnixStream, timeout: Option<std::time::Duration>) -> std::io::Result<()>;
        shutdown(stream: &std::os::unix::net::UnixStream, how: std::net::Shutdown) -> std::io::Result<()>;
        try_clone(stream: &std::os::unix::net::UnixStream) -> std::io::Result<std::os::unix::net::UnixStream>;
    }
    Network Reaches "std::os::unix::net::UnixStream" as "std::io::Read" {
        read(stream: &mut std::os::unix::net::UnixStream, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(stream: &mut std::os::unix::net::UnixStream, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(stream: &mut std::os::unix::net::UnixStream, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(stream: &mut std::os::unix::net::UnixStream, buffer: &mut String) -> std::io::Result<usize>;
    }
    Network Reaches "std::os::unix::net::UnixStream" as "std::io::Write" {
        write(stream: &mut std::os::unix::net::UnixStream, buffer: &[u8]) -> std::io::Result<usize>;
        write_all(stream: &mut std::os::unix::net::UnixStream, buffer: &[u8]) -> std::io::Result<()>;
        flush(stream: &mut std::os::unix::net::UnixStream) -> std::io::Result<()>;
        write_fmt(stream: &mut std::os::unix::net::UnixStream, text: std::fmt::Arguments<'_>) -> std::io::Result<()>;
    }
    Network Reaches "std::os::unix::net::UnixListener" {
        accept(listener: &std::os::unix::net::UnixListener) -> std::io::Result<(std::os::unix::net::UnixStream, std::os::unix::net::SocketAddr)>;
        bind(path: impl AsRef<std::path::Path>) -> std::io::Result<std::os::unix::net::UnixListener>;
        incoming(listener: &std::os::unix::net::UnixListener) -> std::os::unix::net::Incoming<'_>;
    }
    Network Reaches "std::os::unix::net::Incoming" as "std::iter::Iterator" {
        next(connections: &mut std::os::unix::net::Incoming<'_>) -> Option<std::io::Result<std::os::unix::net::UnixStream>>;
    }
    Network Reaches "std::os::unix::net::UnixDatagram" {
        bind(path: impl AsRef<std::path::Path>) -> std::io::Result<std::os::unix::net::UnixDatagram>;
        recv(socket: &std::os::unix::net::UnixDatagram, buffer: &mut [u8]) -> std::io::Result<usize>;
        send(socket: &std::os::unix::net::UnixDatagram, buffer: &[u8]) -> std::io::Result<usize>;
        send_to(socket: &std::os::unix::net::UnixDatagram, buffer: &[u8], path: impl AsRef<std::path::Path>) -> std::io::Result<usize>;
        unbound() -> std::io::Result<std::os::unix::net::UnixDatagram>;
    }
    Network Reaches "str" as "std::net::ToSocketAddrs" {
        to_socket_addrs(address: &str) -> std::io::Result<std::vec::IntoIter<std::net::SocketAddr>>;
    }
    Network Reaches "std::string::String" as "std::net::ToSocketAddrs" {
        to_socket_addrs(address: &String) -> std::io::Result<std::vec::IntoIter<std::net::SocketAddr>>;
    }
}
