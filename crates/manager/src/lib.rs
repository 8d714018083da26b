//! VerificationManager for the main thread
