import SwiftSyntax
import SwiftSyntaxMacros

/// `@_EphemeralProperty`: generates observable accessors and the stored property behind them.
struct EphemeralPropertyMacro: UnformattedMacro {}

extension EphemeralPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable), property.type != nil || property.isTypedByCompiler
        else { return [] }
        let storage = property.storageName
        let name = property.quotedName
        return [
            """
            @storageRestrictions(initializes: \(storage))
            init(initialValue) { \(storage) = initialValue }
            """,
            """
            get {
                _$state.access(self, \\.\(name))
                return \(storage)
            }
            """,
            """
            set {
                _$state.refresh(self, \\.\(name)) {
                    \(storage) = newValue
                }
            }
            """,
        ]
        .map(AccessorDeclSyntax.init(unparsed:))
    }
}

extension EphemeralPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try PersistedPropertyMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
}
