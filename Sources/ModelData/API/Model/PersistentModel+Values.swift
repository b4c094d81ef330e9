extension PersistentModel {
    /// Returns the value of a property.
    ///
    /// Mirrors SwiftData's `getValue(forKey:)`.
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The property's value.
    public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets a property. Does nothing if the property is read-only.
    ///
    /// Mirrors SwiftData's `setValue(forKey:to:)`.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - newValue: The new value.
    public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
