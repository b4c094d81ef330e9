import Localization

/// Sets fields of a record and collects the labels of those that changed.
///
/// ```swift
/// var changes = FieldChanges(of: book)
/// changes.set(\.title, "Solaris", text("Title"))
/// changes.labels  // empty if the title is the same
/// ```
public struct FieldChanges<Model: AnyObject> {
    private let model: Model
    /// The labels of the fields that changed, in the order in which they were set.
    public private(set) var labels: [LocalizedText] = []

    /// Makes an empty list of changes to a record.
    public init(of model: Model) {
        self.model = model
    }

    /// Sets a field to a value, unless the field already has that value.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - value: The new value; `nil` leaves the field unchanged, and `.some(nil)` clears it.
    ///   - label: The field's label.
    public mutating func set<Value: Equatable>(
        _ path: ReferenceWritableKeyPath<Model, Value>, _ value: Value?, _ label: LocalizedText
    ) {
        guard let value, model[keyPath: path] != value else { return }
        model[keyPath: path] = value
        labels.append(label)
    }

    /// Adds the label of a field that was changed without `set`.
    public mutating func note(_ label: LocalizedText) { labels.append(label) }
}
