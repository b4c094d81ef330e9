/// A field's value, and when it was written.
///
/// ```swift
/// let field = SyncField(.string("Lisbon"), at: clock)
/// ```
public struct SyncField: Hashable, Sendable {
    /// The value.
    public let value: SyncValue
    /// When it was written, and by whom.
    public let clock: SyncClock

    /// A value, written at a moment.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - clock: When it was written, and by whom.
    public init(_ value: SyncValue, at clock: SyncClock) {
        self.value = value
        self.clock = clock
    }

    /// The later of two.
    ///
    /// Two with one clock are decided by their values, so that it doesn't matter which came first.
    ///
    /// ```swift
    /// mine.merged(with: theirs) == theirs.merged(with: mine)  // true
    /// ```
    ///
    /// - Parameter other: What another replica has.
    /// - Returns: One of the two.
    public func merged(with other: SyncField) -> SyncField {
        clock == other.clock ? (value < other.value ? other : self) : (clock < other.clock ? other : self)
    }
}
