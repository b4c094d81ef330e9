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
            switch self {
            case .value(let value): return value
            case .empty: preconditionFailure("a value property is never empty")
            }
        }
        set { self = .value(newValue) }
    }
}
