import Foundation
import Localization
import ModelData
import Shell

extension FieldTable {
    /// The options of `add` and `edit`, in the order of the table.
    ///
    /// - Parameters:
    ///   - keys: The keys of the fields. Default: all.
    ///   - excluded: The keys of fields that a command takes in another way.
    public func options(only keys: [String]? = nil, except excluded: [String] = []) -> [ParameterDeclaration]
    {
        fields.filter { keys?.contains($0.key) ?? !excluded.contains($0.key) }
            .compactMap { $0.parameter?.declaration }
    }

    /// Returns the changes that the options of a command make, in the order of the table.
    ///
    /// - Parameters:
    ///   - invocation: The call of the command.
    ///   - keys: The keys of the fields. Default: all.
    ///   - excluded: The keys of fields that the command takes in another way.
    public func changes(
        _ invocation: Invocation, only keys: [String]? = nil, except excluded: [String] = []
    ) throws -> [FieldChange<Model>] {
        try fields.filter { keys?.contains($0.key) ?? !excluded.contains($0.key) }.compactMap { field in
            try field.parameter.flatMap { try invocation[$0] }
        }
    }

    /// Refuses changes in which the user gives a field two values, by words or options. A value that follows from another
    /// one, such as a time zone from a place, isn't the user's.
    ///
    /// - Throws: `UsageError.repeatedOption`.
    public func checkOnce(_ changes: [FieldChange<Model>]) throws(UsageError) {
        var given: Set<String> = []
        for key in changes.flatMap(\.typedKeys) where !given.insert(key).inserted {
            throw .repeatedOption("--\(self[key]?.option ?? key)")
        }
    }

    /// Changes a record.
    ///
    /// - Parameters:
    ///   - changes: The changes. They are made in the order of the table, whatever their own order is.
    ///   - model: The record. If an error is thrown, some of its fields may have changed; the session discards this.
    ///   - context: What the values depend on.
    /// - Returns: The names of the changed fields, as they are within a sentence.
    /// - Throws: `UsageError.repeatedOption`, and the errors of changes and of the table's check.
    @MainActor
    public func apply(
        _ changes: [FieldChange<Model>], to model: Model, _ context: FieldContext
    ) throws -> [LocalizedText] {
        try checkOnce(changes)
        var context = context
        context.given = Set(changes.map(\.key))
        var changed: [Field<Model>] = []
        for field in fields {
            var isChanged = false
            for change in changes where change.key == field.key {
                if try change.apply(model, context) { isChanged = true }
            }
            if isChanged { changed.append(field) }
        }
        if !changed.isEmpty { try check(model, Set(changed.map(\.key)), context) }
        return changed.map(\.sentence)
    }

    /// Changes a record by a function.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - others: The keys of fields without an option that are named, too. Default: none.
    ///   - body: Changes the record.
    /// - Returns: The names of the fields that have another value than before, also those that followed from others, as
    ///   they are within a sentence.
    @MainActor
    public func names(
        changedIn model: Model, and others: [String] = [], by body: () async throws -> Void
    ) async rethrows -> [LocalizedText] {
        let changeable = fields.filter { $0.option != nil || others.contains($0.key) }
        let before = changeable.map { $0.values.exported(model) }
        try await body()
        return zip(changeable, before).filter { $0.values.exported(model) != $1 }.map(\.0.sentence)
    }
}

extension Field {
    /// The option that changes the field; `nil` for a field without one.
    public var parameter: Parameter<FieldChange<Model>?>? {
        guard let option, let typed = values.typed else { return nil }
        return Parameter<FieldChange<Model>>.option(option, typed, help: help).readingItsWord {
            [word, key, label] in
            $0 == word || $0 == key.lowercased() || $0 == $1.typedWord(label)
        }
    }

    /// Returns the change that a typed value makes; `nil` for a computed field.
    ///
    /// - Throws: The errors of parsing.
    public func change(to typed: String, _ context: ParseContext) throws -> FieldChange<Model>? {
        try values.typed?.parse(typed, context)
    }

    /// Returns the value of a record as the user would type it; `nil` if the record has none.
    @MainActor
    public func written(_ model: Model, _ context: FieldContext) -> String? { values.written(model, context) }

    /// Returns a required argument for the field; `nil` for a computed one.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case. Default: that of the option.
    ///   - placeholder: The placeholder in usage lines, in capitals. Default: that of the field's type.
    ///   - question: The question at a terminal. Default: the label.
    public func argument(
        named name: String? = nil, placeholder: LocalizedText? = nil, question: LocalizedText? = nil
    ) -> Parameter<FieldChange<Model>>? {
        values.typed.map {
            .required(
                name ?? option ?? key, $0, placeholder: placeholder, help: help, question: question ?? label)
        }
    }
}
