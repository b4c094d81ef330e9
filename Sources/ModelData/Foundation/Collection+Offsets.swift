import Foundation

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at some offsets.
    ///
    ///     var titles = ["Eden", "Fiasko", "Solaris"]
    ///     titles.remove(atOffsets: IndexSet([0, 2]))
    ///
    /// Offsets beyond the end are ignored. Mirrors what SwiftUI adds to collections.
    ///
    /// - Parameter offsets: which elements, counted from zero.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var kept = Self()
        for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
        self = kept
    }
}

extension MutableCollection where Self: RangeReplaceableCollection {
    /// Moves the elements at some offsets, in their order, before another one.
    ///
    ///     var titles = ["Eden", "Fiasko", "Solaris"]
    ///     titles.move(fromOffsets: IndexSet(integer: 0), toOffset: 3)
    ///
    /// Mirrors what SwiftUI adds to collections.
    ///
    /// - Parameters:
    ///   - source: which elements, counted from zero.
    ///   - destination: the offset, before the move, of the element that shall follow; the count for none.
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
