import Localization
import Shell

/// The values of a field without their type.
struct FieldValues<Model: AnyObject>: Sendable {
    /// A column of tables, records and files.
    struct Column: Sendable {
        let key: String
        let label: LocalizedText
        /// Returns the value for data; `nil` if only the user sees the column.
        let raw: (@Sendable (Model) -> Cell.RawValue)?
        let cell: @MainActor @Sendable (Model, FieldContext) -> Cell
    }

    let columns: [Column]
    /// How a change is typed; `nil` for a computed value.
    let typed: ValueType<FieldChange<Model>>?
    /// Returns the value as the user would type it; `nil` if the record has none.
    let written: @MainActor @Sendable (Model, FieldContext) -> String?
    let order: (@Sendable (Model) -> FieldOrder?)?
    /// Sets the value that an export contains. Returns whether it contains one.
    let read: @Sendable (inout EntryFields, Model) -> Bool
    let isRequired: Bool
    let isLong: Bool

    init<Value: Equatable & Sendable>(
        _ key: String, _ label: LocalizedText, _ type: FieldType<Value>, isRequired: Bool,
        get: @escaping @Sendable (Model) -> Value?, set: @escaping @Sendable (Model, Value?) -> Void,
        change: (@MainActor @Sendable (Model, Value?, FieldContext) throws -> Void)? = nil
    ) {
        columns = type.columns.map { column -> Column in
            var raw: (@Sendable (Model) -> Cell.RawValue)?
            if let value = column.raw { raw = { get($0).map(value) ?? .null } }
            return Column(key: column.key ?? key, label: column.label ?? label, raw: raw) { model, context in
                guard let value = get(model) else { return .empty }
                return Cell(column.raw?(value) ?? .null, column.display(value, context))
            }
        }
        @Sendable func assigning(_ value: Value?) -> FieldChange<Model> {
            FieldChange(key) { model, context in
                let before = get(model), new = value.map { type.completed($0, context) }
                if before == new { return false }
                if let change { try change(model, new, context) } else { set(model, new) }
                return get(model) != before
            }
        }
        if isRequired {
            typed = ValueType(placeholder: type.typed.placeholder, completion: type.typed.completion) {
                assigning(try type.typed.parse($0, $1))
            }
        } else {
            let optional = type.typed.orNone
            typed = ValueType(placeholder: optional.placeholder, completion: optional.completion) {
                text, context in
                // An empty text clears the field, as “none” does.
                text.isInvisible ? assigning(nil) : assigning(try optional.parse(text, context).value)
            }
        }
        written = { model, context in get(model).map { type.written($0, context) } }
        if let position = type.order { order = { get($0).map(position) } } else { order = nil }
        let name = FileField(stringLiteral: key)
        read = { fields, model in
            guard let value = type.read(&fields, name) else { return false }
            set(model, value)
            return true
        }
        self.isRequired = isRequired
        isLong = type.isLong
    }

    /// Makes computed values.
    init(
        _ key: String, _ label: LocalizedText, isForPeople: Bool,
        cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell
    ) {
        @Sendable func noData(_ model: Model) -> Cell.RawValue { .null }
        columns = [Column(key: key, label: label, raw: isForPeople ? nil : noData, cell: cell)]
        typed = nil
        written = { _, _ in nil }
        order = nil
        read = { _, _ in false }
        isRequired = false
        isLong = false
    }
}

/// A new value for a field of a record. It is made before the record is known, for example from an option.
public struct FieldChange<Model: AnyObject>: Sendable {
    /// The key of the field.
    public let key: String
    /// Sets the value. Returns whether the record had another one.
    let apply: @MainActor @Sendable (Model, FieldContext) throws -> Bool

    /// Makes a change that follows from other changes.
    ///
    /// - Parameters:
    ///   - key: The key of the field.
    ///   - apply: Sets the value. Returns whether the record had another one.
    public init(_ key: String, apply: @escaping @MainActor @Sendable (Model, FieldContext) throws -> Bool) {
        self.key = key
        self.apply = apply
    }
}
