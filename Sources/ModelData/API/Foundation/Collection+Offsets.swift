import Foundation

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at the given offsets.
    ///
    /// ```swift
    /// var titles = ["Eden", "Fiasko", "Solaris"]
    /// titles.remove(atOffsets: IndexSet([0, 2]))
    /// ```
    ///
    /// Offsets beyond the end are ignored. Mirrors SwiftUI's `remove(atOffsets:)`.
    ///
    /// - Parameter offsets: The offsets, counted from 0.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var kept = Self()
        for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
        self = kept
    }
}

extension MutableCollection where Self: RangeReplaceableCollection {
    /// Moves the elements at the given offsets before another element, keeping their order.
    ///
    /// ```swift
    /// var titles = ["Eden", "Fiasko", "Solaris"]
    /// titles.move(fromOffsets: IndexSet(integer: 0), toOffset: 3)
    /// ```
    ///
    /// Mirrors SwiftUI's `move(fromOffsets:toOffset:)`.
    ///
    /// - Parameters:
    ///   - source: The offsets of the elements to move, counted from 0.
    ///   - destination: The offset of the element before which the elements are inserted, as counted before
    ///     the move. Use `count` to move the elements to the end.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        var before = Self()
        var moved = Self()
        var after = Self()
        for (offset, element) in enumerated() {
            if source.contains(offset) {
                moved.append(element)
            } else if offset < destination {
                before.append(element)
            } else {
                after.append(element)
            }
        }
        self = before + moved + after
    }
}
