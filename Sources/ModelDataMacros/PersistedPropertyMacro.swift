import SwiftSyntax
import SwiftSyntaxMacros

/// `@_PersistedProperty(column:)`: the accessors of one column, and the stored property behind them.
struct PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable), property.type != nil
        else { return [] }
        let column = node.column
        let codec = property.codec
        let storage = property.storageName
        let name = property.quotedName
        return [
            """
            @storageRestrictions(initializes: \(raw: storage))
            init(initialValue) {
                \(raw: storage) = initialValue
            }
            """,
            """
            get {
                _$state.access(self, \\.\(raw: name))
                return \(raw: storage)
            }
            """,
            """
            set {
                if \(raw: codec).same(\(raw: storage), newValue) {
                    return
                }
                _$state.willChange(self, \\.\(raw: name), column: \(raw: column)) {
                    try \(raw: codec).stored(\(raw: storage))
                }
                \(raw: storage) = newValue
                _$state.didChange(self, \\.\(raw: name))
            }
            """,
            """
            _modify {
                _$state.access(self, \\.\(raw: name))
                _$state.willChange(self, \\.\(raw: name), column: \(raw: column)) {
                    try \(raw: codec).stored(\(raw: storage))
                }
                defer {
                    _$state.didChange(self, \\.\(raw: name))
                }
                yield &\(raw: storage)
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
            let property = PersistedProperty(variable), let type = property.type
        else { return [] }
        let initializer = property.initialValue.map { " = \($0.trimmedDescription)" } ?? ""
        // Observers move to the storage, where they see every change, as they would on a plain property.
        let observers = property.binding.accessorBlock.map { " \($0.trimmedDescription)" } ?? ""
        return ["private var \(raw: property.storageName): \(raw: type)\(raw: initializer)\(raw: observers)"]
    }
}

extension AttributeSyntax {
    /// The number after `column:`.
    fileprivate var column: String {
        guard case .argumentList(let list)? = arguments, let first = list.first else { return "0" }
        return first.expression.trimmedDescription
    }
}
