#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| verdict_analysis_fuzz::config_of(input));
