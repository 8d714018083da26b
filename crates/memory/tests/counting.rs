//! The allocator of a process, in a single test, so that no other thread allocates at the same time.
#![allow(missing_docs)]

use std::sync::atomic::{AtomicU64, Ordering};

use verdict_memory::{Counting, Meter, Refusal};

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// The last value passed to `on_refusal`.
static TOLD: AtomicU64 = AtomicU64::new(0);

const MIB: u64 = 1 << 20;

/// Bytes beyond a request's limit before an allocation is refused: the engine's needs, and the reserve.
const ROOM: u64 = 16 * MIB;

/// Whether this much can be allocated now.
fn can_have(mib: u64) -> bool {
    let mut bytes: Vec<u8> = Vec::new();
    bytes.try_reserve_exact((mib * MIB) as usize).is_ok()
}

#[test]
fn counts_and_refuses() {
    // Counted to the byte, through growing, shrinking and freeing.
    let before = MEMORY.live();
    let mut bytes: Vec<u8> = Vec::with_capacity(1000);
    assert_eq!(MEMORY.live(), before + 1000);
    bytes.reserve_exact(50_000);
    assert_eq!(MEMORY.live(), before + 50_000);
    bytes.push(1);
    bytes.shrink_to_fit();
    assert_eq!(MEMORY.live(), before + 1);
    drop(bytes);
    assert_eq!(MEMORY.live(), before);
    let zeroed = vec![0u8; 12_345];
    assert_eq!(MEMORY.live(), before + 12_345);
    drop(zeroed);
    assert_eq!(MEMORY.live(), before);

    // Without a request nothing is refused.
    assert!(can_have(512));
    assert_eq!((MEMORY.ceiling(), MEMORY.refusal()), (u64::MAX, None));

    // Memory allocated before a request does not count.
    let earlier = vec![0u8; (64 * MIB) as usize];
    MEMORY.on_refusal(|refusal| {
        // The callback may allocate.
        let mut bytes: Vec<u8> = Vec::new();
        if bytes.try_reserve_exact(refusal.asked as usize).is_ok() {
            TOLD.fetch_add(bytes.capacity() as u64, Ordering::Relaxed);
        }
    });
    // Results are checked after the limit ends, because a failing assertion needs memory.
    MEMORY.begin(32 * MIB);
    let room = MEMORY.ceiling() - MEMORY.live();
    let held = vec![0u8; (20 * MIB) as usize];
    let fits = can_have(27);
    let after_it = MEMORY.refusal();
    let too_much = can_have(29);
    let refused = MEMORY.refusal();
    // A reallocation counts the growth, and reports the new size.
    let mut grown = vec![0u8; (20 * MIB) as usize];
    let after_both = MEMORY.refusal();
    let grows = grown.try_reserve_exact((30 * MIB) as usize).is_ok();
    let refused_growing = MEMORY.refusal();
    let left = MEMORY.ceiling() - MEMORY.live();
    drop((held, grown));
    let peak = MEMORY.end();
    assert_eq!((room, fits, after_it), (40 * MIB, true, None));
    assert!(!too_much, "20 and 29 MiB are more than 32 and {ROOM} bytes of room");
    let expected = Refusal { asked: 29 * MIB, held: 20 * MIB, limit: 32 * MIB, system: false };
    assert_eq!((refused, after_both), (Some(expected), None));
    assert_eq!(refused_growing, Some(Refusal { asked: 50 * MIB, held: 40 * MIB, ..expected }));
    assert_eq!((grows, left), (false, 0));
    assert_eq!(TOLD.load(Ordering::Relaxed), (29 + 50) * MIB);
    // The peak is reported, and the limit ends with the request.
    assert_eq!(peak, (40 + 50) * MIB, "with what the one who was told took");
    assert!(can_have(512));
    drop(earlier);

    // The next request starts at zero.
    MEMORY.begin(u64::MAX);
    assert!(can_have(100));
    let peak = MEMORY.end();
    assert_eq!(peak, 100 * MIB);
    assert!(MEMORY.heap() >= 512 * MIB);

    // The system refuses more than it has.
    let mut all: Vec<u8> = Vec::new();
    assert!(all.try_reserve_exact(isize::MAX as usize).is_err());
    let refusal = MEMORY.refusal().expect("refused");
    assert!(refusal.system);
    assert_eq!(
        refusal.to_string(),
        format!("The request held 0 bytes and asked for {} more: the system has none left", isize::MAX)
            .replace("held 0", &format!("held {}", refusal.held))
    );
    let limited = Refusal { asked: 2, held: 1, limit: 3, system: false };
    assert_eq!(
        limited.to_string(),
        "The request held 1 bytes and asked for 2 more: its limit is 3 bytes (limits.memoryBytes)"
    );

    // Collected garbage.
    MEMORY.settle();
    assert_eq!(MEMORY.settled(), MEMORY.live());
}
