import Observation
import Synchronization

/// Detects whether reads are being tracked, so that an object needs an `ObservationRegistrar` only if it is
/// observed.
///
/// A registrar takes two allocations and more memory than most objects. Creating one for each fetched object
/// would take as long as reading its row. Observation has no API for this check. But tracking inserts the key
/// paths of reads into a set, and so hashes them. The probe accesses a key path whose subscript argument
/// counts how often it is hashed. The first use tests whether this works; if it doesn't, all reads are
/// treated as tracked.
final class TrackingProbe {
    // The registrar comes last, because its size isn't known at compile time, nor the places of what follows it.
    private let works = TrackingProbe.isUsable
    private let subject = Subject()
    private let keyPath = TrackingProbe.signal
    private let registrar = ObservationRegistrar()

    /// Whether a read on this thread would be tracked. The result may also be true if only another thread
    /// tracks reads.
    ///
    /// If the result is true, the probe can't be reused, because the tracking refers to the probe's
    /// registrar. The registrar must then live as long as the object that is read.
    var isTracking: Bool {
        let before = Self.hashings.load(ordering: .relaxed)
        registrar.access(subject, keyPath: keyPath)
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

    // Key paths are immutable, although their type isn't `Sendable`.
    private nonisolated(unsafe) static let signal: KeyPath<Subject, Int> = \.[Signal(number: 1)]

    /// Whether the probe works: `withObservationTracking` hashes the key path of each read.
    private static let isUsable: Bool = {
        let before = hashings.load(ordering: .relaxed)
        let registrar = ObservationRegistrar()
        withObservationTracking {
            registrar.access(Subject(), keyPath: signal)
        } onChange: {
        }
        return hashings.load(ordering: .relaxed) != before
    }()
}

/// The observers of one object, and state that only some objects need.
@usableFromInline
final class ObjectObservers {
    let registrar = ObservationRegistrar()
    /// The probe that detected the first observer. It must live as long as the object.
    private let probe: TrackingProbe?
    /// The columns that weren't read yet.
    var unreadColumns = ColumnSet()
    /// The canonical object, if this object is an alias.
    var canonicalObject: (any PersistentModel)?
    /// Whether a value is being copied between an alias and its canonical object. Observers aren't notified
    /// then.
    var isCopying = false
    /// The columns of an alias that are being changed. Changes can be nested; the column of the innermost
    /// change is last.
    var changing: [Int] = []

    init(_ probe: TrackingProbe?) { self.probe = probe }
}
