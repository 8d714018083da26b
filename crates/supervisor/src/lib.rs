//! The life of workers and requests as a pure state machine
