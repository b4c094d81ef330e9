/// The storage of a property whose type may be a model: a value, or nothing while it isn't loaded.
///
///     let slot = Slot.value("Solaris")
///
/// `@Model` uses it for the types that it can't tell from models by their names. A property that is a value
/// always has one; only a relationship that must be there is empty until somebody reads it.
public enum Slot<Value> {
    /// The value.
    case value(Value)
    /// A related object that isn't loaded.
    case empty

    /// The value of a property that always has one.
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
