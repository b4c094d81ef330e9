extension PersistentModel {
    /// The value of a property.
    ///
    ///     let title = book.getValue(forKey: \.title)
    ///
    /// - Parameter keyPath: the property.
    ///
    /// Mirrors SwiftData's `getValue(forKey:)`.
    public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets a property; nothing happens for one that can't be set.
    ///
    ///     book.setValue(forKey: \.title, to: "Eden")
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - newValue: its value from now on.
    ///
    /// Mirrors SwiftData's `setValue(forKey:to:)`.
    public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
