import Basics
import Foundation
import Localization
import ModelData
import Shell

/// The fields of a model, in the order of records and exports. CONTRIBUTING.md shows how to add a field.
public struct FieldTable<Model: AnyObject>: Sendable {
    /// The fields, in the order of records and exports.
    public var fields: [Field<Model>] { orders.value.fields }
    /// The fields in the order of lists.
    var listed: [Field<Model>] { orders.value.listed }
    /// The columns that only wide terminals show, in their order.
    var wide: [Field<Model>] { orders.value.wide }
    /// The fields of exports in their order.
    public var exported: [Field<Model>] { orders.value.exported }
    let check: @MainActor @Sendable (Model, Set<String>, FieldContext) throws -> Void

    // A class, because exports read the fields for each record.
    private final class Orders: Sendable {
        let fields: [Field<Model>]
        let listed: [Field<Model>]
        let wide: [Field<Model>]
        let exported: [Field<Model>]

        init(_ fields: [Field<Model>], listing: [String], wide: [String], exporting: [String]) {
            func ordered(_ fields: [Field<Model>], by first: [String]) -> [Field<Model>] {
                first.compactMap { key in fields.first { $0.key == key } }
                    + fields.filter { !first.contains($0.key) }
            }
            self.fields = fields
            listed = ordered(fields, by: listing)
            exported = ordered(fields.filter { $0.places.contains(.export) }, by: exporting)
            self.wide = ordered(fields.filter { $0.column?.isExtra ?? false }, by: wide)
        }
    }

    /// Most commands need the fields of one model only.
    private let orders: Lazy<Orders>

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - listing: The keys of the first columns of lists. All other fields follow in the order of the table.
    ///   - wide: The keys of the columns that only wide terminals show, the most important first. Default: the order of
    ///     the table.
    ///   - exporting: The keys of the first values of exports. All others follow in the order of the table.
    ///   - check: Throws if the values of a record contradict each other. It is called after changes, with the keys of
    ///     the changed fields.
    ///   - fields: Returns the fields. It is called when the table is first read.
    public init(
        listing: [String] = [], wide: [String] = [], exporting: [String] = [],
        check: @escaping @MainActor @Sendable (Model, Set<String>, FieldContext) throws -> Void = {
            _, _, _ in
        },
        @FieldTableBuilder<Model> _ fields: @escaping () -> [Field<Model>]
    ) {
        self.check = check
        orders = Lazy { Orders(fields(), listing: listing, wide: wide, exporting: exporting) }
    }

    /// Returns the field with a key; `nil` if there is none.
    public subscript(key: String) -> Field<Model>? { fields.first { $0.key == key } }

    /// Returns the field that a word before a colon sets, as in `wait:monday`; `nil` if there is none.
    public subscript(word word: String) -> Field<Model>? { fields.first { $0.words.contains(word) } }
}

/// Collects the fields of a table.
@resultBuilder
public enum FieldTableBuilder<Model: AnyObject> {
    /// Collects the fields.
    public static func buildBlock(_ fields: Field<Model>...) -> [Field<Model>] { fields }
}

// Input

extension FieldTable {
    /// Reads the members of a record in an export.
    ///
    /// - Parameters:
    ///   - entry: The members. They report values that can't be read.
    ///   - model: A new record.
    ///   - keys: The keys of the fields. Default: all.
    /// - Throws: ``SkippedEntry`` if a value is missing without which the record can't exist.
    public func read(
        _ entry: inout EntryFields, into model: Model, only keys: [String]? = nil
    ) throws(SkippedEntry) {
        for field in fields where field.places.contains(.export) && keys?.contains(field.key) ?? true {
            if field.values.isRequired {
                _ = try entry.needed(FileField(stringLiteral: field.key)) { entry, _ in
                    field.values.read(&entry, model) ? true : nil
                }
            } else {
                _ = field.values.read(&entry, model)
            }
        }
    }

    /// Sets the fields that a record lacks to the values of another one.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - other: The record with the values.
    ///   - keys: The keys of the fields.
    public func complete(_ model: Model, from other: Model, _ keys: [String]) {
        for field in keys.compactMap({ self[$0] }) where field.value(of: model) == .null {
            field.set(field.value(of: other), of: model)
        }
    }
}

// Filters

extension FieldTable {
    /// The options by which lists contain only records with a text in a field, in the order of the table.
    public var filters: [ParameterDeclaration] { fields.compactMap { $0.filter?.parameter.declaration } }

    /// Returns a condition for each of these options that is given.
    public func conditions(_ invocation: Invocation) throws -> [Predicate<Model>] {
        try fields.compactMap { field in
            guard let filter = field.filter else { return nil }
            return try invocation[filter.parameter].map(filter.condition)
        }
    }

    /// Returns the condition that plain words mean: records with a text in a field that is ``Field/searched()``.
    public func containing(_ text: String) -> Predicate<Model> {
        .any(
            fields.filter(\.isSearched).flatMap(\.stored).compactMap { path in
                StoredTests<Model>.predicate(ConditionQuestion<String>.containing(text), path, nil)
            })
    }
}

// Names

extension FieldTable where Model: PersistentModel {
    /// The labels of the stored properties by their names, for messages about properties.
    public var names: [String: LocalizedText] { propertyNames { $0.label } }

    /// The names of the stored properties within a sentence by their names.
    public var sentenceNames: [String: LocalizedText] { propertyNames { $0.sentence } }

    private func propertyNames(_ name: (Field<Model>) -> LocalizedText) -> [String: LocalizedText] {
        var names: [String: LocalizedText] = [:]
        for field in fields {
            for path in field.stored {
                if let property = Model.propertyName(path) { names[property] = name(field) }
            }
        }
        return names
    }

    /// The stored properties that belong to no field, in the order of the model.
    public var propertiesWithoutField: [String] {
        let named = Set(names.keys)
        return Model.schemaMetadata.map(\.name).filter { !named.contains($0) }
    }
}
