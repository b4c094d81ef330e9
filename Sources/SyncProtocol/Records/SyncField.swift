/// A field's value with the clock of its last change.
public struct SyncField: Hashable, Sendable {
    /// The value.
    public let value: SyncValue
    /// The clock of the last change.
    public let clock: SyncClock
    /// The clock of the value that the last change replaced; `nil` if it replaced none, or if it is unknown.
    ///
    /// A replica whose own value is later was unknown to the writer, so the two are in conflict.
    public let base: SyncClock?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - clock: The clock of the last change.
    ///   - base: The clock of the value that the change replaced. Default: none.
    public init(_ value: SyncValue, at clock: SyncClock, base: SyncClock? = nil) {
        self.value = value
        self.clock = clock
        self.base = base
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
        if clock != other.clock { return clock < other.clock ? other : self }
        if value != other.value { return value < other.value ? other : self }
        return (base ?? .zero) < (other.base ?? .zero) ? other : self
    }
}
