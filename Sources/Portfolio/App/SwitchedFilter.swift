/// The filter by status and priority, which the user switches on and off.
struct SwitchedFilter: Hashable, Sendable {
    var status = ValueFilter<IssueStatus>.any
    var priority = ValueFilter<Priority>.any
}

/// A filter of a property. It allows any value, only a given value, or all values except a given value.
enum ValueFilter<Value: Hashable & Sendable>: Hashable, Sendable {
    case any
    case only(Value)
    case except(Value)
}
