// Properties that have observers in the source, `willSet` and `didSet`.
//
// These run for what the program changes, here or at the other side of a relationship. When an object takes what the
// store has, or gets back what it had, nobody changes anything: a date that an observer sets then would be written to
// the store as if somebody had.

extension ModelState {
    /// Does something without property observers.
    func quietly<Result>(_ body: () -> Result) -> Result {
        let wasQuiet = isQuiet
        isQuiet = true
        defer { isQuiet = wasQuiet }
        return body()
    }

    /// Changes a property that has observers to what the store holds, without them.
    public func refreshQuietly<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: () -> Void
    ) {
        refresh(model, keyPath()) { quietly(change) }
    }

    /// Changes or reads the storage of a relationship that has observers, with them where the program changes it.
    public func relateQuietly<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: LinkChange,
        _ apply: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        relate(model, keyPath(), change) {
            switch change {
            case .replace, .append, .remove: apply()
            case .read, .find, .clear, .take, .set, .load: quietly(apply)
            }
        }
    }
}
