import Localization

/// Sets fields of a record, and remembers the labels of those that became something else.
///
/// ```swift
/// var changes = FieldChanges(of: sight)
/// changes.set(\.name, name, text("Name"))
/// return changes.labels  // none where the sight was called so already
/// ```
public struct FieldChanges<Model: AnyObject> {
    private let model: Model
    /// The labels of the fields that changed, in the order in which they were set.
    public private(set) var labels: [LocalizedText] = []

    /// Begins with nothing changed.
    public init(of model: Model) {
        self.model = model
    }

    /// Sets a field, where there is a value for it and the field has another one.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - value: Its new value; `nil` leaves it as it is, and `.some(nil)` clears it.
    ///   - label: What the field is called.
    public mutating func set<Value: Equatable>(
        _ path: ReferenceWritableKeyPath<Model, Value>, _ value: Value?, _ label: LocalizedText
    ) {
        guard let value, model[keyPath: path] != value else { return }
        model[keyPath: path] = value
        labels.append(label)
    }

    /// Notes a change that was made otherwise.
    public mutating func note(_ label: LocalizedText) { labels.append(label) }
}
