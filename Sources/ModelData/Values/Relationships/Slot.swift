/// The storage of a property whose type may be a model: a value, or empty while it isn't loaded.
///
/// `@Model` uses it if it can't tell from a type's name whether the type is a model. Values are never empty;
/// a required relationship is empty until it is read.
@_documentation(visibility: internal)
public enum Slot<Value> {
    /// The value.
    case value(Value)
    /// A related object that isn't loaded yet.
    case empty

    /// The value of a property that isn't a relationship and therefore always has a value.
    @inlinable
    public var value: Value {
        get {
            if case .value(let value) = self { return value }
            Self.endProgram(nil)
        }
        set { self = .value(newValue) }
    }

    /// Ends the program, because a getter has nothing to return: the article “Limits and support” says when.
    @inline(never)
    @usableFromInline
    static func endProgram(_ owner: PersistentIdentifier?) -> Never {
        let owner = owner.map {
            " of \($0.entityName) \($0.recordNumber.map { "#\($0)" } ?? "without a record")"
        }
        fatalError(
            "The \(Value.self)\(owner ?? "") can't be read any more: its context is gone, "
                + "and its type doesn't decode the values that it encoded.")
    }
}
