//! The Web Worker: message in, engine, message out
