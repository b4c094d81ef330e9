/// A field's value with the clock of its last change.
public struct SyncField: Hashable, Sendable {
    /// The value.
    public let value: SyncValue
    /// The clock of the last change.
    public let clock: SyncClock

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - clock: The clock of the last change.
    public init(_ value: SyncValue, at clock: SyncClock) {
        self.value = value
        self.clock = clock
    }

    /// Returns the later of two versions of a field.
    ///
    /// If both versions have the same clock, the greater value wins, so that the order of merging doesn't
    /// matter.
    ///
    /// ```swift
    /// let mine = SyncField(.string("Rome"), at: .zero)
    /// let theirs = SyncField(.string("Roma"), at: .zero)
    /// mine.merged(with: theirs) == theirs.merged(with: mine)  // true
    /// ```
    ///
    /// - Parameter other: Another replica's version.
    public func merged(with other: SyncField) -> SyncField {
        clock == other.clock ? (value < other.value ? other : self) : (clock < other.clock ? other : self)
    }
}
