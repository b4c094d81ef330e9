extension Array {
    /// The elements in the order of their keys. Equals keep their order; what has no key stands last, also in reverse.
    ///
    /// ```swift
    /// books.sorted(byKeys: books.map(\.completed), reversed: true)
    /// ```
    ///
    /// - Parameters:
    ///   - keys: A key for each element, in the order in which the elements are.
    ///   - reversed: Whether greater keys come first.
    @inlinable
    public func sorted<Key: Comparable>(byKeys keys: [Key?], reversed: Bool) -> [Element] {
        // Inlinable, since a list may have very many elements: whoever sorts them has code for its kind of keys.
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
