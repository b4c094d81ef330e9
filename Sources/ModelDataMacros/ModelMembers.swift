import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
///
/// All code works on the typed storage by the column's number: nothing is looked up by name or key path
/// when rows are read or written.
struct ModelMembers {
    let model: ClassDeclSyntax
    let properties: [PersistedProperty]

    var all: [DeclSyntax] {
        [
            state, entityName, metadata, decodingInitializer, bindAll, bindColumn, storedValue, restore,
            reload,
        ] + transformers + (properties.contains { $0.mayBeRelationship && !$0.isConstant } ? [relate] : [])
    }

    /// What a member needs before it to be as visible as the class.
    private var access: String {
        for modifier in model.modifiers {
            switch modifier.name.text {
            case "public", "open": return "public "
            case "package": return "package "
            default: continue
            }
        }
        return ""
    }

    private var isFinal: Bool { model.modifiers.contains { $0.name.text == "final" } }

    private var typeName: String { model.name.text }

    private func codec(_ property: PersistedProperty) -> String { property.codec }

    /// The types that stand for transformers with names.
    private var transformers: [DeclSyntax] {
        properties.compactMap { property in
            guard let name = property.transformerName else { return nil }
            return """
                enum \(raw: property.transformerType): ModelData.TransformerSource {
                    static func makeTransformer() -> ModelData.ValueTransformer? {
                        ModelData.ValueTransformer.named(\(raw: name))
                    }
                }
                """
        }
    }

    private var state: DeclSyntax {
        "\(raw: access)let _$state = ModelData.ModelState()"
    }

    private var entityName: DeclSyntax {
        """
        \(raw: access)\(raw: isFinal ? "static" : "class") var _$entityName: Swift.String {
            \(literal: typeName.trimmingBackticks)
        }
        """
    }

    private var metadata: DeclSyntax {
        let entries = properties.map { property -> String in
            var arguments = [
                "name: \"\(property.name)\"",
                "keypath: \\\(typeName).\(property.quotedName)",
                "codec: \(codec(property))",
            ]
            if let value = property.initialValue {
                arguments.append("defaultValue: { \(value.trimmedDescription) }")
            } else {
                arguments.append("defaultValue: nil")
            }
            if let relationship = property.relationship {
                let list = relationship.arguments?.trimmedDescription ?? ""
                arguments.append("metadata: ModelData.Schema.Relationship(\(list))")
            } else if let attribute = property.attribute {
                let list = attribute.arguments?.trimmedDescription ?? ""
                arguments.append("metadata: ModelData.Schema.Attribute(\(list))")
            }
            return """
                ModelData.Schema.PropertyMetadata(\(arguments.joined(separator: ", ")))\
                .chained(\\\(typeName)?.?.\(property.quotedName))
                """
        }
        let body = entries.isEmpty ? "[]" : "[\n    \(entries.joined(separator: ",\n    ")),\n]"
        return """
            \(raw: access)\(raw: isFinal ? "static" : "class") var schemaMetadata: \
            [ModelData.Schema.PropertyMetadata] {
                \(raw: body)
            }
            """
    }

    private var decodingInitializer: DeclSyntax {
        let lines = properties.enumerated().compactMap { column, property -> String? in
            if property.isConstant, property.initialValue != nil { return nil }
            let decode = property.isSlotted ? "decodeSlot" : "decode"
            return "self.\(property.storageName) = try \(codec(property)).\(decode)(row, \(column))"
        }
        return """
            \(raw: access)required init(_$row row: ModelData.ModelRow) throws {
                \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    private var bindAll: DeclSyntax {
        let lines = properties.enumerated().map { column, property in
            "try \(codec(property)).bind(self.\(property.storageName), to: row, \(column))"
        }
        return """
            \(raw: access)func _$bind(to row: ModelData.ModelBinder) throws {
                \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    private var bindColumn: DeclSyntax {
        let cases = properties.enumerated().map { column, property in
            """
            case \(column):
                try \(codec(property)).bind(self.\(property.storageName), to: row, position)
            """
        }
        return """
            \(raw: access)func _$bind(_ column: Swift.Int, to row: ModelData.ModelBinder, at position: \
            Swift.Int) throws {
                switch column {
                \(raw: cases.joined(separator: "\n"))
                default:
                    break
                }
            }
            """
    }

    private var storedValue: DeclSyntax {
        let cases = properties.enumerated().map { column, property in
            """
            case \(column):
                return try \(codec(property)).stored(self.\(property.storageName))
            """
        }
        return """
            \(raw: access)func _$stored(_ column: Swift.Int) throws -> ModelData.StoredValue {
                switch column {
                \(raw: cases.joined(separator: "\n"))
                default:
                    return .null
                }
            }
            """
    }

    private var restore: DeclSyntax {
        let cases = mutable.map { column, property in
            """
            case \(column):
                let value = try \(codec(property)).\(property.isSlotted ? "restoreSlot(self.\(property.storageName), " : "value(")from: stored)
                _$state.refresh(self, \\.\(property.quotedName)) {
                    self.\(property.storageName) = value
                }
            """
        }
        return """
            \(raw: access)func _$restore(_ column: Swift.Int, from stored: ModelData.StoredValue) throws {
                switch column {
                \(raw: cases.joined(separator: "\n"))
                default:
                    break
                }
            }
            """
    }

    private var reload: DeclSyntax {
        let lines = mutable.map { column, property in
            """
            if let value\(column) = try \(codec(property)).reload(self.\(property.storageName), row, \(column)) {
                _$state.refresh(self, \\.\(property.quotedName)) {
                    self.\(property.storageName) = value\(column)
                }
            }
            """
        }
        return """
            \(raw: access)func _$reload(from row: ModelData.ModelRow) throws {
                \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    private var relate: DeclSyntax {
        let cases = mutable.filter(\.1.mayBeRelationship).map { column, property in
            """
            case \(column):
                if case .read = change {
                    return \(codec(property)).objects(self.\(property.storageName))
                }
                return _$state.relate(self, \\.\(property.quotedName), change) {
                    \(codec(property)).apply(change, to: &self.\(property.storageName))
                }
            """
        }
        return """
            @discardableResult
            \(raw: access)func _$relate(_ column: Swift.Int, _ change: ModelData.LinkChange) -> \
            [any ModelData.PersistentModel] {
                switch column {
                \(raw: cases.joined(separator: "\n"))
                default:
                    return []
                }
            }
            """
    }

    private var mutable: [(Int, PersistedProperty)] {
        properties.enumerated().filter { !$0.element.isConstant }.map { ($0.offset, $0.element) }
    }
}

extension PersistedProperty {
    /// The type as an expression: `Type.self`, in brackets where the type is more than a name.
    var metatype: String {
        guard let type else { return "Swift.Never.self" }
        return type.contains(where: { " &".contains($0) }) ? "(\(type)).self" : "\(type).self"
    }
}
