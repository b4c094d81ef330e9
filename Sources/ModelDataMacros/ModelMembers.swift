import SwiftSyntax

/// Generates the members that `@Model` adds to a class.
///
/// The generated code accesses the typed storage by column number. So reading and writing rows needs no
/// lookup by name or key path. A subclass handles only its own properties, whose columns follow those of its
/// superclass. For inherited properties, it calls `super`.
struct ModelMembers {
    let model: ClassDeclSyntax
    /// The model that the class inherits from; nil if it doesn't inherit from a model.
    let superclass: String?
    let properties: PropertyList

    var all: [String] {
        var members = [metadata, decodingInitializer, entityName] + transformers + uniqueGroups + indexGroups
        if properties.isConditional { members.append(columns) }
        if superclass == nil { members.append(state) }
        if superclass == nil || !properties.all.isEmpty {
            members += [bind, storedValue, reload]
        }
        if !isFinal || superclass != nil { members += [ownMetadata, superclassMember] }
        if model.superclass != nil { members.append(firstColumn) }
        let hasRelationships = properties.all.contains { $0.mayBeRelationship && !$0.isConstant }
        // Subclasses override the method, so a root class must have it even without relationships.
        if hasRelationships || (superclass == nil && !isFinal) { members += [relate, target] }
        return members
    }

    /// The access modifier that makes a member as visible as the class.
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

    /// The modifiers of a member that subclasses may override, and that may itself be an override.
    private var overridable: String {
        let isOpen = model.modifiers.contains { $0.name.text == "open" }
        return (isOpen ? "open " : access) + (superclass == nil ? "" : "override ")
    }

    /// The modifiers of a type member that subclasses may override.
    private var typeMember: String { overridable + (isFinal && superclass == nil ? "static" : "class") }

    private var isFinal: Bool { model.modifiers.contains { $0.name.text == "final" } }

    private var typeName: String { model.name.text }

    private func codec(_ property: PersistedProperty) -> String { property.codec }

    /// Returns the generated closure that sets a property to a stored value.
    private func setter(_ property: PersistedProperty) -> String {
        let storage = "self.\(property.storageName)"
        return property.hasObservers
            ? "{ value in _$state.withoutPropertyObservers { \(storage) = value } }" : "{ \(storage) = $0 }"
    }

    /// Returns the generated expression for the number of a column, from the column's index in its class.
    private func number(_ column: String) -> String { superclass == nil ? column : "first + \(column)" }

    /// The generated statement that declares `first`, which the expressions of `number(_:)` use.
    private var preparation: [String] {
        superclass == nil || properties.all.isEmpty ? [] : ["let first = \(typeName)._$firstColumn"]
    }

    /// The generated expression for a column's index in its class, used in `switch` statements.
    private var ownColumn: String { superclass == nil ? "column" : "column - \(typeName)._$firstColumn" }

    /// The generated types for transformers that are specified by name.
    private var transformers: [String] {
        let types = properties.all.compactMap { property -> String? in
            guard let name = property.transformerName else { return nil }
            return """
                enum _\(property.name): _$ModelData.TransformerSource {
                    static func makeTransformer() -> _$ModelData.ValueTransformer? {
                        _$ModelData.ValueTransformer.named(\(name))
                    }
                }
                """
        }
        if types.isEmpty { return [] }
        return [
            """
            enum _$Transformers {
                \(types.joined(separator: "\n"))
            }
            """
        ]
    }

    /// The generated numbers of the columns of a class with `#if` around properties.
    private var columns: String {
        """
        private enum _$Column: Swift.Int {
            \(properties.columnCases.joined(separator: "\n"))
        }
        """
    }

    private var state: String {
        "\(access)let _$state = _$ModelData.ModelState()"
    }

    private var entityName: String {
        """
        \(typeMember) var _$entityName: Swift.String {
            "\(typeName.trimmingBackticks)"
        }
        """
    }

    private var superclassMember: String {
        """
        \(typeMember) var _$superclass: (any _$ModelData.PersistentModel.Type)? {
            \(superclass.map { "\($0).self" } ?? "nil")
        }
        """
    }

    /// The number of the class's first own column: 0 for a class that doesn't inherit from a model.
    private var firstColumn: String {
        guard let superclass else {
            return """
                @inline(__always) private static var _$firstColumn: Swift.Int {
                    0
                }
                """
        }
        return "private static let _$firstColumn = \(superclass).schemaMetadata.count"
    }

    /// The generated property with the class's own unique groups. A subclass without `#Unique` needs the
    /// property too, to override its superclass's groups with an empty list.
    private var uniqueGroups: [String] {
        groups("_$unique", of: "_$ownUnique", isListed: model.arguments(of: "Unique") != nil)
    }

    private var indexGroups: [String] {
        let indexes = model.arguments(of: "Index")
        let isSpatial = indexes?.contains(where: \.isSpatialIndex) == true
        return groups("_$indexes", of: "_$ownIndexes", isListed: indexes != nil)
            + groups("_$spatialIndexes", of: "_$ownSpatialIndexes", isListed: isSpatial)
    }

    private func groups(_ name: String, of list: String, isListed: Bool) -> [String] {
        if !isListed, isFinal, superclass == nil { return [] }
        return [
            """
            \(typeMember) var \(name): [[Swift.AnyKeyPath]] {
                \(isListed ? list : "[]")
            }
            """
        ]
    }

    private var metadata: String {
        let body: String
        if superclass != nil {
            body = "super.schemaMetadata + _$ownMetadata(Self.self)"
        } else {
            body = isFinal ? descriptions(rootedAt: typeName) : "_$ownMetadata(Self.self)"
        }
        return """
            \(typeMember) var schemaMetadata: [_$ModelData.Schema.PropertyMetadata] {
                \(body)
            }
            """
    }

    /// The generated method that describes the class's own properties. The root of their key paths is the
    /// class or a subclass.
    private var ownMetadata: String {
        """
        private static func _$ownMetadata<_$Model: \(typeName)>(
            _ model: _$Model.Type
        ) -> [_$ModelData.Schema.PropertyMetadata] {
            \(descriptions(rootedAt: "_$Model"))
        }
        """
    }

    private func descriptions(rootedAt root: String) -> String {
        if properties.all.isEmpty { return "[]" }
        guard properties.isConditional else {
            let entries = properties.all.map { description($0, rootedAt: root) }
            return "[\n    \(entries.joined(separator: ",\n    ")),\n]"
        }
        // An array literal can't contain `#if`.
        let lines = properties.lines { property, _ in
            "list.append(\(description(property, rootedAt: root)))"
        }
        return """
            var list: [_$ModelData.Schema.PropertyMetadata] = []
            \(lines.joined(separator: "\n"))
            return list
            """
    }

    private func description(_ property: PersistedProperty, rootedAt root: String) -> String {
        var arguments = [
            "name: \"\(property.name)\"",
            "keypath: \\\(root).\(property.quotedName)",
            "codec: \(codec(property))",
        ]
        if let value = property.initialValue {
            arguments.append("defaultValue: { \(value.trimmedDescription) }")
        } else {
            arguments.append("defaultValue: nil")
        }
        if let relationship = property.relationship {
            let list = relationship.arguments?.trimmedDescription ?? ""
            arguments.append("metadata: _$ModelData.Schema.Relationship(\(list))")
        } else if let attribute = property.attribute {
            let list = attribute.arguments?.trimmedDescription ?? ""
            arguments.append("metadata: _$ModelData.Schema.Attribute(\(list))")
        }
        return """
            _$ModelData.Schema.PropertyMetadata(\(arguments.joined(separator: ", ")))\
            .chained(\\\(root)?.?.\(property.quotedName))
            """
    }

    private var decodingInitializer: String {
        let assignments = properties.lines { property, column in
            if property.isConstant, property.initialValue != nil { return nil }
            let decode = property.isSlotted ? "decodeSlot" : "decode"
            return "self.\(property.storageName) = try \(codec(property)).\(decode)(row, \(number(column)))"
        }
        let lines =
            (assignments.isEmpty ? [] : preparation) + assignments
            + (superclass == nil ? [] : ["try super.init(_$row: row)"])
        return """
            \(access)required init(_$row row: _$ModelData.ModelRow) throws {
                \(lines.joined(separator: "\n"))
            }
            """
    }

    private var bind: String {
        let cases = properties.lines { property, column in
            """
            case \(column):
                try \(codec(property)).bind(self.\(property.storageName), to: row, column)
            """
        }
        return """
            \(overridable)func _$bind(_ columns: Swift.Range<Swift.Int>, to row: _$ModelData.ModelBinder) throws {
                for column in columns {
                    switch \(ownColumn) {
                    \(cases.joined(separator: "\n"))
                    default:
                        \(superclass == nil ? "break" : "try super._$bind(column..<column + 1, to: row)")
                    }
                }
            }
            """
    }

    private var storedValue: String {
        let cases = properties.lines { property, column in
            """
            case \(column):
                return try \(codec(property)).stored(self.\(property.storageName))
            """
        }
        return """
            \(overridable)func _$stored(_ column: Swift.Int) throws -> _$ModelData.StoredValue {
                switch \(ownColumn) {
                \(cases.joined(separator: "\n"))
                default:
                    return \(superclass == nil ? ".null" : "try super._$stored(column)")
                }
            }
            """
    }

    private var reload: String {
        let cases = properties.lines { property, column in
            property.isConstant
                ? nil
                : """
                case \(column):
                    try _$state.refresh(self, \\.\(property.quotedName), to: \(codec(property)).reload(self.\(property.storageName), source, column)) \(setter(property))
                """
        }
        return """
            \(overridable)func _$reload(_ columns: Swift.Range<Swift.Int>, from source: _$ModelData.ColumnSource) throws {
                for column in columns {
                    switch \(ownColumn) {
                    \(cases.joined(separator: "\n"))
                    default:
                        \(superclass == nil ? "break" : "try super._$reload(column..<column + 1, from: source)")
                    }
                }
            }
            """
    }

    private var relate: String {
        let cases = properties.lines { property, column in
            property.isConstant || !property.mayBeRelationship
                ? nil
                : """
                case \(column):
                    if case .read = change {
                        return \(codec(property)).objects(self.\(property.storageName))
                    }
                    return _$state.\(property.hasObservers ? "relateWithoutObservers" : "relate")(self, \\.\(property.quotedName), change) {
                        \(codec(property)).apply(
                            change, get: { self.\(property.storageName) }, set: { self.\(property.storageName) = $0 },
                            update: { \(codec(property)).apply(change, to: &self.\(property.storageName)) })
                    }
                """
        }
        return """
            @discardableResult
            \(overridable)func _$relate(_ column: Swift.Int, _ change: _$ModelData.LinkChange) -> \
            [any _$ModelData.PersistentModel] {
                switch \(ownColumn) {
                \(cases.joined(separator: "\n"))
                default:
                    return \(superclass == nil ? "[]" : "super._$relate(column, change)")
                }
            }
            """
    }

    private var target: String {
        let cases = properties.lines { property, column in
            property.isConstant || !property.mayBeRelationship
                ? nil
                : """
                case \(column):
                    return \(codec(property)).object(self.\(property.storageName))
                """
        }
        return """
            \(overridable)func _$target(_ column: Swift.Int) -> (any _$ModelData.PersistentModel)? {
                switch \(ownColumn) {
                \(cases.joined(separator: "\n"))
                default:
                    return \(superclass == nil ? "nil" : "super._$target(column)")
                }
            }
            """
    }
}

extension PersistedProperty {
    /// The type as an expression: `Type.self`, in parentheses if the type isn't a single name.
    var metatype: String {
        guard let type else { return "Swift.Never.self" }
        return type.contains(where: { " &".contains($0) }) ? "(\(type)).self" : "\(type).self"
    }
}
