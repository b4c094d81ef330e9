import SwiftSyntax
import SwiftSyntaxMacros

/// `@_PersistedProperty(column:)`: generates the accessors of one column and the stored property behind them.
struct PersistedPropertyMacro: UnformattedMacro {}

extension PersistedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable), property.type != nil || property.isTypedByCompiler
        else { return [] }
        let storage = property.storageName
        let value = property.isSlotted ? "\(storage).value" : storage
        let initial = property.isSlotted ? "_$ModelData.Slot.value(initialValue)" : "initialValue"
        let initializer = """
            @storageRestrictions(initializes: \(storage))
            init(initialValue) { \(storage) = \(initial) }
            """
        // The columns of a subclass follow those of its superclass.
        let model = context.lexicalContext.first?.as(ClassDeclSyntax.self)
        let inheriting = model?.superclass == nil ? nil : model?.name.text
        let column = node.column == "-1" ? property.conditionalColumn : node.column
        let parts = AccessorParts(
            property: property, storage: storage, value: value,
            column: inheriting.map { "\($0)._$firstColumn + \(column)" } ?? column)
        let accessors =
            [initializer] + (property.mayBeRelationship ? parts.open : parts.plain)
            + (property.isList ? [parts.modify] : [])
        return accessors.map(AccessorDeclSyntax.init(unparsed:))
    }
}

/// The accessors of a property, in two versions: for a value, and for a property that may be a relationship.
///
/// A list of possible models has a `_modify` accessor, so that a change in place doesn't copy the list. It moves the list
/// out of the storage: exclusive access to the storage during the change would let code such as
/// `folder.items.removeAll { $0.folder = nil; return true }` crash. Other changes in place read the value and write it
/// back.
private struct AccessorParts {
    let property: PersistedProperty
    let storage: String
    let value: String
    let column: String

    private var name: String { property.quotedName }
    private var codec: String { property.codec }

    /// The accessors of a property that stores a value.
    var plain: [String] {
        [
            """
            get {
                _$state.access(self, \\.\(name))
                return \(property.isDictionary ? "\(codec).value(\(storage), of: self, \(column))" : storage)
            }
            """,
            """
            set {
                _$state.complete(self)
                if \(codec).same(\(storage), newValue) { return }
                _$state.willChange(self, \\.\(name), column: \(column), old: try \(codec).stored(\(storage)))
                \(storage) = newValue
                _$state.didChange(self, \\.\(name))
            }
            """,
        ]
    }

    /// The accessor that changes a list in place. If the elements aren't models, the list stays in the storage.
    var modify: String {
        """
        _modify {
            var list = self.\(name)
            if \(codec).isRelationship, _$state.lend(self, \(column)) {
                _ = \(codec).moved(from: &\(storage))
            }
            defer {
                if \(codec).isRelationship {
                    _$state.endLoan(self, \(column))
                }
                self.\(name) = \(codec).moved(from: &list)
            }
            yield &list
        }
        """
    }

    /// The accessors of a property that may be a relationship. The generated code contains both cases; the
    /// codec's type decides which one applies.
    var open: [String] {
        [
            """
            get {
                _$state.access(self, \\.\(name))
                if \(codec).isRelationship {
                    _$state.load(self, \(column))
                }
                return \(codec).value(\(storage), of: self, \(column))
            }
            """,
            """
            set {
                if \(codec).isRelationship {
                    _$state.willRelate(self, \\.\(name), \(column))
                    \(value) = newValue
                    _$state.didRelate(self, \\.\(name), \(column))
                    return
                }
                _$state.complete(self)
                if \(codec).same(\(storage), newValue) { return }
                _$state.willChange(self, \\.\(name), column: \(column), old: try \(codec).stored(\(storage)))
                \(value) = newValue
                _$state.didChange(self, \\.\(name))
            }
            """,
        ]
    }
}

extension PersistedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable), property.type != nil || property.isTypedByCompiler
        else { return [] }
        let initializer =
            property.initialValue.map {
                guard property.isSlotted else { return " = \($0.trimmedDescription)" }
                let slot = property.type == nil ? "_$ModelData.Slot" : ""
                return " = \(slot).value(\($0.trimmedDescription))"
            } ?? ""
        let storage =
            "\(property.storageName)\(property.storageAnnotation)\(initializer)\(property.observers)"
        return [DeclSyntax(unparsed: "private var \(storage)")]
    }
}

extension PersistedProperty {
    /// The property observers as observers of the generated storage, where they run for every change.
    ///
    /// The generated `if` skips the observers' code for changes that the program doesn't make, such as a
    /// reload.
    fileprivate var observers: String {
        guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return "" }
        let observers = accessors.map { accessor in
            var head = accessor
            head.body = nil
            return """
                \(head.trimmedDescription) {
                    if _$state.suppressesPropertyObservers {
                        return
                    }
                \(accessor.body?.statements.description ?? "")
                }
                """
        }
        return " {\n\(observers.joined(separator: "\n"))\n}"
    }
}

extension AttributeSyntax {
    /// The number after `column:`.
    fileprivate var column: String {
        guard case .argumentList(let list)? = arguments, let first = list.first else { return "0" }
        return first.expression.trimmedDescription
    }
}
