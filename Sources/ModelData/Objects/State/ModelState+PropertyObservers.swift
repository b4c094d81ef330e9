// Properties with the Swift property observers `willSet` and `didSet`.
//
// Observers run when the program changes the property or the other side of its relationship. They don't run
// when an object is reloaded, rolled back or undone: a date that an observer sets then would be saved as an
// edit.

extension ModelState {
    /// Runs a closure without calling property observers.
    ///
    /// Called by the code that `@Model` generates, to set a property to its stored value.
    public func withoutPropertyObservers<Result>(_ body: () -> Result) -> Result {
        let wasQuiet = suppressesPropertyObservers
        suppressesPropertyObservers = true
        defer { suppressesPropertyObservers = wasQuiet }
        return body()
    }

    /// Changes or reads the storage of a relationship. Property observers run only for the program's own
    /// changes.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The relationship.
    ///   - change: The kind of change.
    ///   - apply: Applies the change to the property's storage and returns the related objects.
    /// - Returns: The related objects.
    public func relateWithoutObservers<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: LinkChange,
        _ apply: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        relate(model, keyPath(), change) {
            switch change {
            case .replace, .replaceTail, .append, .remove: apply()
            case .read, .find, .compare, .clear, .release, .set, .load: withoutPropertyObservers(apply)
            }
        }
    }
}
