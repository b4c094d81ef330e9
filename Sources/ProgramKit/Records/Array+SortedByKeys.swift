extension Array {
    /// Returns the elements sorted by their keys. The sort is stable, and elements without a key come last,
    /// even in reverse.
    ///
    /// ```swift
    /// books.sorted(byKeys: books.map(\.completed), reversed: true)
    /// ```
    ///
    /// - Parameters:
    ///   - keys: One key for each element, in the order of the elements.
    ///   - reversed: Whether greater keys come first.
    @inlinable
    public func sorted<Key: Comparable>(byKeys keys: [Key?], reversed: Bool) -> [Element] {
        // The function is inlinable, so that the compiler specializes it for the key's type. This matters for
        // very long lists.
        let order = indices.sorted { left, right in
            switch (keys[left], keys[right]) {
            case (let leftKey?, let rightKey?) where leftKey != rightKey:
                reversed ? rightKey < leftKey : leftKey < rightKey
            case (.some, nil): true
            case (nil, .some): false
            default: left < right
            }
        }
        return order.map { self[$0] }
    }
}
