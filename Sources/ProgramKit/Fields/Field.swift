import Foundation
import Localization
import ModelData
import Shell

/// A described property of a model: the one place that says how it is named, typed, shown, stored in files and sorted.
public struct Field<Model: AnyObject>: Sendable {
    /// The key in `--json`, `--csv` and exports. It is never renamed.
    public let key: String
    /// The name as a label.
    public let label: LocalizedText
    /// The name within a sentence, as in “Changed “Kyoto”: seat and note.”
    public let sentence: LocalizedText
    /// A sentence about the option.
    public let help: LocalizedText
    /// The stored properties, for predicates and the names in messages. A computed field has none.
    public let stored: [PartialKeyPath<Model> & Sendable]

    /// The name in `--sort`, `--columns` and the like. Default: the key with hyphens, as in `other-name`.
    public private(set) var word: String
    /// The name of the option of `add` and `edit`; `nil` if the user doesn't set the field by an option.
    public private(set) var option: String?
    /// The words before a colon by which a line sets the field, as in `wait:monday`. The first one is its name there.
    public private(set) var words: [String] = []
    /// The values that Tab offers after the field's name in a line.
    public private(set) var offered: [String] = []
    /// The places that show the field.
    public private(set) var places: FieldPlaces = [.show, .data, .lists, .export]
    /// The column of lists; `nil` if only their data have the field.
    private(set) var column: FieldColumn<Model>?
    /// Returns the label in the record that the user sees; `nil` leaves the field out. Default: ``label``.
    private(set) var shownLabel: (@Sendable (Model) -> LocalizedText?)?
    /// The option by which lists contain only records with a text in this field; `nil` if there is none.
    private(set) var filter:
        (parameter: Parameter<String?>, condition: @Sendable (String) -> Predicate<Model>)?
    /// Whether plain words search the field.
    private(set) var isSearched = false
    /// The question for a value; `nil` for the label.
    private(set) var question: LocalizedText?
    /// The position of a record in a sorted list; `nil` if lists can't be sorted by the field.
    public private(set) var order: (@Sendable (Model) -> FieldOrder?)?

    var values: FieldValues<Model>

    private init(
        key: String, label: LocalizedText, sentence: LocalizedText, help: LocalizedText,
        stored: [PartialKeyPath<Model> & Sendable], option: String?, values: FieldValues<Model>
    ) {
        self.key = key
        self.label = label
        self.sentence = sentence
        self.help = help
        self.stored = stored
        self.option = option
        self.values = values
        word = Self.option(key)
        order = values.order
    }
}

extension PersistentModel {
    /// A field of this model.
    public typealias Field = ProgramKit.Field<Self>
}

/// The places that show a field.
public struct FieldPlaces: OptionSet, Sendable {
    /// The combination of places.
    public let rawValue: Int

    /// Makes a combination of places.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The record that the user sees.
    public static let show = FieldPlaces(rawValue: 1)
    /// The data of lists: `list --json` and `list --csv`.
    public static let lists = FieldPlaces(rawValue: 2)
    /// The program's own exports, which `import` reads.
    public static let export = FieldPlaces(rawValue: 4)
    /// The data of records: `show --json`.
    public static let data = FieldPlaces(rawValue: 8)
    /// What a record was before a change: `before` of `edit --json`. It also has the fields of ``data``.
    public static let before = FieldPlaces(rawValue: 16)
}

/// How a list shows a field.
struct FieldColumn<Model: AnyObject>: Sendable {
    /// The cell, if it differs from that of records.
    var cell: (@Sendable (Model) -> Cell)?
    var title: LocalizedText?
    var spokenTitle: LocalizedText?
    var priority = 1
    var alignsRight = false
    var wraps = false
    var isExtra = false
    /// Whether the user sees the column only if a record has a value.
    var hidesEmpty = false
}

extension Field {
    /// Describes an optional property.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, `--csv` and exports. The option is the key with hyphens, as in `--other-name`.
    ///   - label: The name as a label.
    ///   - sentence: The name within a sentence.
    ///   - help: A sentence about the option, without “or none”.
    ///   - stored: The stored properties.
    ///   - type: The type of the values.
    ///   - get: Returns the value of a record; `nil` if it has none.
    ///   - set: Sets the value of a record, or clears it. It is called only with another value than the present one.
    ///   - change: Sets a value that the user typed, with what belongs to it, such as the dates of a status. Default: `set`.
    public init<Value: Equatable & Sendable>(
        _ key: String, _ label: LocalizedText, sentence: LocalizedText, help: LocalizedText,
        stored: PartialKeyPath<Model> & Sendable..., type: FieldType<Value>,
        get: @escaping @Sendable (Model) -> Value?, set: @escaping @Sendable (Model, Value?) -> Void,
        change: (@MainActor @Sendable (Model, Value?, FieldContext) throws -> Void)? = nil
    ) {
        self.init(
            key: key, label: label, sentence: sentence, help: help, stored: stored,
            option: Self.option(key),
            values: FieldValues(
                key, label, type, isRequired: false, stored: stored, get: get, set: set, change: change))
    }

    /// Describes a property that every record has.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, `--csv` and exports. The option is the key with hyphens.
    ///   - label: The name as a label.
    ///   - sentence: The name within a sentence.
    ///   - help: A sentence about the option.
    ///   - stored: The stored properties.
    ///   - type: The type of the values.
    ///   - get: Returns the value of a record.
    ///   - set: Sets the value of a record. It is called only with another value than the present one.
    ///   - change: Sets a value that the user typed, with what belongs to it. Default: `set`.
    public init<Value: Equatable & Sendable>(
        required key: String, _ label: LocalizedText, sentence: LocalizedText, help: LocalizedText,
        stored: PartialKeyPath<Model> & Sendable..., type: FieldType<Value>,
        get: @escaping @Sendable (Model) -> Value, set: @escaping @Sendable (Model, Value) -> Void,
        change: (@MainActor @Sendable (Model, Value, FieldContext) throws -> Void)? = nil
    ) {
        var changeTyped: (@MainActor @Sendable (Model, Value?, FieldContext) throws -> Void)?
        if let change { changeTyped = { if let value = $1 { try change($0, value, $2) } } }
        self.init(
            key: key, label: label, sentence: sentence, help: help, stored: stored,
            option: Self.option(key),
            values: FieldValues(
                key, label, type, isRequired: true, stored: stored, get: { get($0) },
                set: { if let value = $1 { set($0, value) } }, change: changeTyped))
    }

    /// Describes a text that is empty if a record has none.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, `--csv` and exports. The option is the key with hyphens.
    ///   - label: The name as a label.
    ///   - sentence: The name within a sentence.
    ///   - help: A sentence about the option.
    ///   - stored: The stored property.
    ///   - type: The type of the text.
    ///   - get: Returns the text of a record.
    ///   - set: Sets the text of a record.
    public init(
        _ key: String, _ label: LocalizedText, sentence: LocalizedText, help: LocalizedText,
        stored: PartialKeyPath<Model> & Sendable..., type: FieldType<String>,
        get: @escaping @Sendable (Model) -> String, set: @escaping @Sendable (Model, String) -> Void
    ) {
        self.init(
            key: key, label: label, sentence: sentence, help: help, stored: stored,
            option: Self.option(key),
            values: FieldValues(
                key, label, type, isRequired: false, stored: stored,
                get: { model in
                    let text = get(model)
                    return text.isEmpty ? nil : text
                }, set: { set($0, $1 ?? "") }))
    }

    /// Describes a value that is computed from other properties. It can't be set, and exports don't contain it.
    ///
    /// - Parameters:
    ///   - key: The key in `--json` and `--csv`.
    ///   - label: The name as a label.
    ///   - sentence: The name within a sentence. Default: the label.
    ///   - stored: The stored properties that the value is made from.
    ///   - isForPeople: Whether only the user sees the value. Default: `false`.
    ///   - cell: Returns the cell of a record.
    public static func computed(
        _ key: String, _ label: LocalizedText, sentence: LocalizedText? = nil,
        stored: PartialKeyPath<Model> & Sendable..., isForPeople: Bool = false,
        cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell
    ) -> Field {
        var field = Field(
            key: key, label: label, sentence: sentence ?? label, help: label, stored: stored, option: nil,
            values: FieldValues(key, label, isForPeople: isForPeople, cell: cell))
        field.places.remove(.export)
        return field
    }

    /// Describes a value that is computed from other properties, and whose form in data depends on nothing else. It
    /// can't be set.
    ///
    /// - Parameters:
    ///   - key: The key in `--json` and `--csv`.
    ///   - label: The name as a label.
    ///   - stored: The stored properties that only this field shows, such as a relationship.
    ///   - sentence: The name within a sentence. Default: the label.
    ///   - raw: Returns the value for data.
    ///   - display: Returns the value as the user sees it. Default: the user doesn't see it.
    public static func computed(
        _ key: String, _ label: LocalizedText, sentence: LocalizedText? = nil,
        stored: PartialKeyPath<Model> & Sendable...,
        raw: @escaping @Sendable (Model) -> Cell.RawValue,
        display: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell.Display = { _, _ in .empty }
    ) -> Field {
        var field = Field(
            key: key, label: label, sentence: sentence ?? label, help: label, stored: stored, option: nil,
            values: FieldValues(key, label, raw: raw) { Cell(raw($0), display($0, $1)) })
        field.places.remove(.export)
        return field
    }

    /// Describes a property that users don't see, but exports contain.
    ///
    /// - Parameters:
    ///   - key: The key in exports.
    ///   - stored: The stored property.
    ///   - type: The type of the values.
    ///   - get: Returns the value of a record; `nil` if it has none.
    ///   - set: Sets the value of a record.
    public static func exported<Value: Equatable & Sendable>(
        _ key: String, stored: PartialKeyPath<Model> & Sendable, type: FieldType<Value>,
        get: @escaping @Sendable (Model) -> Value?, set: @escaping @Sendable (Model, Value?) -> Void
    ) -> Field {
        let label = LocalizedText.verbatim(key)
        var field = Field(
            key: key, label: label, sentence: label, help: label, stored: [stored], option: nil,
            values: FieldValues(key, label, type, isRequired: false, stored: [stored], get: get, set: set))
        field.places = .export
        return field
    }

    /// Returns the name of the option of a key.
    private static func option(_ key: String) -> String {
        var option = ""
        for character in key {
            if character.isUppercase { option += "-" }
            option += character.lowercased()
        }
        return option
    }

    private func changed(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }

    /// Returns this field as a column of lists.
    ///
    /// - Parameters:
    ///   - title: The heading. Default: the label.
    ///   - spokenTitle: The heading for screen readers. Default: the heading.
    ///   - priority: The priority when the terminal is narrow: columns with a lower priority shrink first.
    ///   - alignsRight: Whether the values are right-aligned, as numbers are.
    ///   - wraps: Whether long texts wrap to further lines.
    ///   - onlyWide: Whether a terminal shows the column only if the whole table then still fits its width.
    ///   - hidesEmpty: Whether the user sees the column only if a record has a value.
    ///   - cell: Returns the cell, if it differs from that of records, such as a symbol for a status.
    public func listed(
        _ title: LocalizedText? = nil, spokenTitle: LocalizedText? = nil, priority: Int = 1,
        alignsRight: Bool = false, wraps: Bool = false, onlyWide: Bool = false, hidesEmpty: Bool = false,
        cell: (@Sendable (Model) -> Cell)? = nil
    ) -> Field {
        changed {
            $0.column = FieldColumn(
                cell: cell, title: title, spokenTitle: spokenTitle, priority: priority,
                alignsRight: alignsRight,
                wraps: wraps, isExtra: onlyWide, hidesEmpty: hidesEmpty)
        }
    }

    /// Returns this field with a label that depends on the record that the user sees.
    ///
    /// - Parameter label: Returns the label; `nil` leaves the field out.
    public func shown(as label: @escaping @Sendable (Model) -> LocalizedText?) -> Field {
        changed { $0.shownLabel = label }
    }

    /// Returns this field with another order of lists than that of its values.
    ///
    /// - Parameter order: Returns the position of a record; `nil` for the end.
    public func sorted(by order: @escaping @Sendable (Model) -> FieldOrder?) -> Field {
        changed { $0.order = order }
    }

    /// Returns this field with an option of lists by which they contain only records with a text in it.
    ///
    /// - Parameters:
    ///   - path: The stored property.
    ///   - help: A sentence about the option.
    public func filtered(by path: KeyPath<Model, String?> & Sendable, _ help: LocalizedText) -> Field {
        typealias Expressions = PredicateExpressions
        return changed {
            $0.filter = (
                Parameter<String>.option(option ?? key, .nonBlank, help: help),
                { wanted in
                    Predicate<Model> { model in
                        Expressions.build_localizedStandardContains(
                            Expressions.build_NilCoalesce(
                                lhs: Expressions.build_KeyPath(root: model, keyPath: path),
                                rhs: Expressions.build_Arg("")),
                            Expressions.build_Arg(wanted))
                    }
                }
            )
        }
    }

    /// Returns this field as one that plain words search. Its stored properties are texts.
    public func searched() -> Field { changed { $0.isSearched = true } }

    /// Returns this field with a question other than its label, without “blank for none”.
    public func asked(as question: LocalizedText) -> Field { changed { $0.question = question } }

    /// Returns this field with another name of its option, or without an option.
    public func option(_ name: String?) -> Field { changed { $0.option = name } }

    /// Returns this field with another name in `--sort`, `--columns` and the like.
    public func word(_ word: String) -> Field { changed { $0.word = word } }

    /// Returns this field with words before a colon by which a line sets it, as in `wait:monday`.
    ///
    /// - Parameters:
    ///   - words: The words in lower case. The first one is the field's name in lines.
    ///   - offered: The values that Tab offers after the name.
    public func typed(as words: String..., offering offered: [String]) -> Field {
        changed {
            $0.words = words
            $0.word = words.first ?? word
            $0.offered = offered
        }
    }

    /// Returns this field with another type of what the user types, for example of a day that can have a time.
    ///
    /// - Parameter type: Returns the type, from the present one.
    public func typing(
        _ type: (ValueType<FieldChange<Model>>) -> ValueType<FieldChange<Model>>
    ) -> Field {
        changed { $0.values.typed = $0.values.typed.map(type) }
    }

    /// Returns this field with another cell, for example with a color that depends on other fields.
    ///
    /// - Parameter cell: Returns the cell of a record.
    public func cell(_ cell: @escaping @MainActor @Sendable (Model, FieldContext) -> Cell) -> Field {
        changed { if !values.columns.isEmpty { $0.values.columns[0].cell = cell } }
    }

    /// Returns this field with another value in exports than in data.
    ///
    /// - Parameter value: Returns the value; `null` if the record has none.
    public func exported(as value: @escaping @Sendable (Model) -> Cell.RawValue) -> Field {
        changed {
            $0.values.exported = value
            $0.places.insert(.export)
        }
    }

    /// Returns this field for fewer places.
    public func only(in places: FieldPlaces) -> Field { changed { $0.places = places } }
}
