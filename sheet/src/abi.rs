//! The door for WebAssembly: a room of bytes that the page writes a request into and reads the answer from.
//!
//! There is no unsafe code: the page, which is outside of Rust, reads and writes the module's memory anyway; all that it
//! gets is where the room lies. The attribute that keeps a function's name is the only thing that the lint minds.
#![allow(unsafe_code, reason = "names of exported functions")]

use super::titles;
use sheet::SheetSession;
use std::cell::RefCell;

thread_local! {
    static DESK: RefCell<SheetSession> = RefCell::new(SheetSession::new(titles()));
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers the request in the room; the answer takes its place. Returns the answer's length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let request = ROOM.take();
    let answer = DESK.with_borrow_mut(|session| session.call(&String::from_utf8_lossy(&request)));
    ROOM.replace(answer.into_bytes());
    ROOM.with_borrow(Vec::len)
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ROOM.with_borrow(Vec::as_ptr)
}
