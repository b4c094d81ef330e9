/// An object's reference to its context, which isn't retained.
///
/// Most questions about the context are answered without retaining it, because they are asked at every
/// change.
struct ContextReference {
    private let reference: Unmanaged<ModelContext>?

    init(_ context: ModelContext? = nil) { reference = context.map { .passUnretained($0) } }

    @inline(__always)
    var context: ModelContext? { reference?.takeUnretainedValue() }

    /// Whether the context may save at the end of the program's change.
    @inline(__always)
    var savesInCalls: Bool { reference?._withUnsafeGuaranteedRef { $0.savesInCalls } ?? false }

    /// Whether there is a context and no reads are being tracked.
    @inline(__always)
    var isUntracked: Bool {
        guard let reference else { return false }
        return reference._withUnsafeGuaranteedRef { context in
            context.probeReference._withUnsafeGuaranteedRef { !$0.isTracking }
        }
    }

    /// Returns whether two references are to the same context, or both to none.
    @inline(__always)
    func isSame(as other: ContextReference) -> Bool { reference?.toOpaque() == other.reference?.toOpaque() }
}
