import Observation
import Synchronization

/// Tells whether reads are being tracked at the moment, so that an object needs an `ObservationRegistrar` only
/// once somebody can observe it.
///
/// A registrar is two allocations and more memory than most objects; making one for each fetched object would
/// cost as much as reading its row. Observation has no question for it, but what tracks reads puts their key
/// paths into a set, and so hashes them: the probe offers a key path whose argument counts how often it is
/// hashed. Whether that works is tried once; where it doesn't, all reads count as tracked.
final class TrackingProbe {
    private let registrar = ObservationRegistrar()
    private let subject = Subject()
    private let works = TrackingProbe.isUsable

    /// Whether a read on this thread would be tracked. It may be true in vain, when another thread's is.
    ///
    /// When it is true the probe is used up: whoever tracks knows its registrar, which must go away with the
    /// object that was read, and not before, so that nobody is held by it.
    var isTracking: Bool {
        let before = Self.hashings.load(ordering: .relaxed)
        registrar.access(subject, keyPath: Self.keyPath)
        return !works || Self.hashings.load(ordering: .relaxed) != before
    }

    private static let hashings = Atomic<Int>(0)

    private struct Signal: Hashable {
        let number: Int

        func hash(into hasher: inout Hasher) {
            TrackingProbe.hashings.wrappingAdd(1, ordering: .relaxed)
            hasher.combine(number)
        }
    }

    private final class Subject: Observable {
        subscript(signal: Signal) -> Int { signal.number }
    }

    // Key paths are immutable; only their type doesn't say so.
    private nonisolated(unsafe) static let keyPath: KeyPath<Subject, Int> = \.[Signal(number: 1)]

    /// Whether tracking hashes the key paths of reads.
    private static let isUsable: Bool = {
        let before = hashings.load(ordering: .relaxed)
        let registrar = ObservationRegistrar()
        withObservationTracking {
            registrar.access(Subject(), keyPath: keyPath)
        } onChange: {
        }
        return hashings.load(ordering: .relaxed) != before
    }()
}

/// Whoever observes one object.
final class ObjectObservers {
    let registrar = ObservationRegistrar()
    /// The probe that told of the first of them.
    private let probe: TrackingProbe?
    /// The columns that the object doesn't know yet.
    var missing = ColumnSet()
    /// The object that stands for the record of this one, if this one doesn't.
    var elder: (any PersistentModel)?
    /// Whether values are being carried from one to the other, which nobody needs to hear of.
    var isFollowing = false
    /// The columns of a twin that are being changed, the innermost change last.
    var changing: [Int] = []

    init(_ probe: TrackingProbe?) { self.probe = probe }
}
