import Foundation
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
        var cell: @MainActor @Sendable (Model, FieldContext) -> Cell
    }

    var columns: [Column]
    /// Returns the value for exports; `null` if the record has none.
    var exported: @Sendable (Model) -> Cell.RawValue
    /// Sets the value that an export means, or clears it for `null`. Returns whether the record had another one.
    let take: @Sendable (Cell.RawValue, Model) -> Bool
    /// Sets the value of the second record to that of the first one.
    let copy: @Sendable (Model, Model) -> Void
    /// Reads the value of an export, in the form of `exported`.
    let found: @Sendable (inout EntryFields, FileField) -> Cell.RawValue?
    /// How a change is typed; `nil` for a computed value.
    var typed: ValueType<FieldChange<Model>>?
    /// Returns the value as the user would type it; `nil` if the record has none.
    let written: @MainActor @Sendable (Model, FieldContext) -> String?
    let order: (@Sendable (Model) -> FieldOrder?)?
    /// Returns the test of a condition; `nil` if there is none for a computed value. The last argument says whether a number
    /// of days means days that have passed.
    var ask:
        (
            @MainActor @Sendable (ConditionValue, FieldContext, Bool) throws(ConditionValue.Refusal) ->
                ConditionTest<Model>
        )?
    /// The values that Tab offers in conditions.
    var askedCandidates: [CompletionWord]
    /// Sets the value that an export contains. Returns whether it contains one.
    let read: @Sendable (inout EntryFields, Model) -> Bool
    let isRequired: Bool
    let isLong: Bool
    let isNumber: Bool

    init<Value: Equatable & Sendable>(
        _ key: String, _ label: LocalizedText, _ type: FieldType<Value>, isRequired: Bool,
        stored: [PartialKeyPath<Model> & Sendable], get: @escaping @Sendable (Model) -> Value?,
        set: @escaping @Sendable (Model, Value?) -> Void,
        change: (@MainActor @Sendable (Model, Value?, FieldContext) throws -> Void)? = nil
    ) {
        columns = type.columns.map { column -> Column in
            var raw: (@Sendable (Model) -> Cell.RawValue)?
            if let value = column.raw {
                let absent = type.absent
                raw = { get($0).map(value) ?? absent }
            }
            return Column(key: column.key ?? key, label: column.label ?? label, raw: raw) { model, context in
                guard let value = get(model) else { return Cell(type.absent, .empty) }
                return Cell(column.raw?(value) ?? .null, column.display(value, context))
            }
        }
        let column = type.columns.first { $0.raw != nil }?.raw
        let first = type.exported ?? column ?? { @Sendable (_: Value) -> Cell.RawValue in .null }
        exported = { model in
            guard let value = get(model) else { return .null }
            return first(value)
        }
        let imported = type.imported ?? { @Sendable (_: Cell.RawValue) -> Value? in nil }
        take = { raw, model in
            let value = imported(raw)
            if value == nil, raw != .null { return false }
            if get(model) == value { return false }
            set(model, value)
            return true
        }
        copy = { set($1, get($0)) }
        found = { fields, name in
            guard let value = type.read(&fields, name) else { return nil }
            return first(value)
        }
        @Sendable func assigning(_ value: Value?) -> FieldChange<Model> {
            FieldChange(key, isTyped: true) { model, context in
                let before = get(model), new = value.map { type.completed($0, before, context) }
                if before == new { return false }
                if let change { try change(model, new, context) } else { set(model, new) }
                return get(model) != before
            }
        }
        if isRequired {
            typed = ValueType(
                placeholder: type.typed.placeholder, completion: type.typed.completion,
                isContinued: type.typed.isContinued
            ) {
                assigning(try type.typed.parse($0, $1))
            }
        } else {
            let optional = type.typed.orNone
            typed = ValueType(
                placeholder: optional.placeholder, completion: optional.completion,
                isContinued: optional.isContinued
            ) { text, context in
                // An empty text clears the field, as “none” does.
                text.isInvisible ? assigning(nil) : assigning(try optional.parse(text, context).value)
            }
        }
        written = { model, context in get(model).map { type.written($0, context) } }
        if let position = type.order { order = { get($0).map(position) } } else { order = nil }
        askedCandidates = type.askedCandidates
        var predicate: (@Sendable (ConditionQuestion<Value>) -> Predicate<Model>?)?
        if stored.count == 1, let path = stored.first {
            let equality = type.equality
            predicate = { StoredTests<Model>.predicate($0, path, equality) }
        }
        ask = { [predicate] (value, context, isPast) throws(ConditionValue.Refusal) in
            try type.test(value, context, isPast: isPast, namesPast: false, predicate: predicate) {
                get($0).map { [$0] } ?? []
            }
        }
        let name = FileField(stringLiteral: key)
        read = { fields, model in
            guard let value = type.read(&fields, name) else { return false }
            set(model, value)
            return true
        }
        self.isRequired = isRequired
        isLong = type.isLong
        isNumber = imported(.integer(1)) != nil
    }

    /// Makes computed values.
    init(
        _ key: String, _ label: LocalizedText, isForPeople: Bool,
        cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell
    ) {
        @Sendable func noData(_ model: Model) -> Cell.RawValue { .null }
        self.init(key, label, raw: isForPeople ? nil : noData, cell: cell)
    }

    /// Makes computed values whose form in data depends on the record only.
    init(
        _ key: String, _ label: LocalizedText, raw: (@Sendable (Model) -> Cell.RawValue)?,
        cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell
    ) {
        columns = [Column(key: key, label: label, raw: raw, cell: cell)]
        exported = raw ?? { _ in .null }
        take = { _, _ in false }
        copy = { _, _ in }
        found = { _, _ in nil }
        typed = nil
        written = { _, _ in nil }
        order = nil
        ask = nil
        askedCandidates = []
        read = { _, _ in false }
        isRequired = false
        isLong = false
        isNumber = false
    }
}

/// A new value for a field of a record. It is made before the record is known, for example from an option.
public struct FieldChange<Model: AnyObject>: Sendable {
    /// The key of the field.
    public let key: String
    /// The keys of the fields to which the user gives a value. A change that follows from others has none.
    let typedKeys: [String]
    /// Sets the value. Returns whether the record had another one.
    let apply: @MainActor @Sendable (Model, FieldContext) throws -> Bool

    /// Makes a change that doesn't come from the type of a field.
    ///
    /// - Parameters:
    ///   - key: The key of the field.
    ///   - isTyped: Whether the user gives the value. Default: `false`, because it follows from other changes.
    ///   - apply: Sets the value. Returns whether the record had another one.
    public init(
        _ key: String, isTyped: Bool = false,
        apply: @escaping @MainActor @Sendable (Model, FieldContext) throws -> Bool
    ) {
        self.init(key, typedKeys: isTyped ? [key] : [], apply: apply)
    }

    private init(
        _ key: String, typedKeys: [String],
        apply: @escaping @MainActor @Sendable (Model, FieldContext) throws -> Bool
    ) {
        self.key = key
        self.typedKeys = typedKeys
        self.apply = apply
    }

    /// Returns this change together with one of another field that its value also sets, such as the time of a day.
    public func with(_ other: FieldChange) -> FieldChange {
        FieldChange(key, typedKeys: typedKeys + other.typedKeys) { model, context in
            let hasChanged = try apply(model, context)
            return try other.apply(model, context) || hasChanged
        }
    }
}
