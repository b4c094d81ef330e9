import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`: read by `@Model`; on its own it only checks where it stands.
struct AttributeMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self) else {
            context.report(.notAStoredProperty(attribute: "Attribute"), at: node)
            return []
        }
        if variable.modifiers.contains(where: { $0.name.text == "lazy" }) {
            let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
            context.report(.lazyCannotPersist(property: name), at: node)
        } else if PersistedProperty(variable) == nil {
            context.report(.notAStoredProperty(attribute: "Attribute"), at: node)
        }
        return []
    }
}

/// `@Relationship`: read by `@Model`; on its own it only checks where it stands.
struct RelationshipMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable)
        else {
            context.report(.notAStoredProperty(attribute: "Relationship"), at: node)
            return []
        }
        if !property.mayBeRelationship, let type = property.type {
            context.report(.notARelationship(property: property.name, type: type), at: node)
        }
        return []
    }
}

/// `@Transient`: read by `@Model`; it checks that the property has a value without a store.
struct TransientMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // A lazy property is never persisted; saying so does no harm.
        if let variable = declaration.as(VariableDeclSyntax.self),
            variable.modifiers.contains(where: { $0.name.text == "lazy" })
        {
            return []
        }
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable)
        else {
            context.report(.notAStoredProperty(attribute: "Transient"), at: node)
            return []
        }
        let isOptional = property.type?.hasSuffix("?") == true && !property.isConstant
        if property.initialValue == nil, !isOptional {
            context.report(.transientNeedsDefault(property: property.name), at: node)
        }
        return []
    }
}

/// `#Unique` and `#Index` give the class static lists that the schema reads.
struct UniqueMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        [keyPathList(node, node.arguments.map(\.expression), named: "_$unique")]
    }
}

struct IndexMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let all = node.arguments.map(\.expression)
        func isSpatial(_ expression: ExprSyntax) -> Bool {
            expression.as(FunctionCallExprSyntax.self)?.calledExpression
                .as(MemberAccessExprSyntax.self)?.declName.baseName.text == "rtree"
        }
        var lists = [keyPathList(node, all.filter { !isSpatial($0) }, named: "_$indexes")]
        if all.contains(where: isSpatial) {
            lists.append(keyPathList(node, all.filter(isSpatial), named: "_$spatialIndexes"))
        }
        return lists
    }
}

/// A static list of the key paths in the arguments, each group in its own array.
///
/// Key paths are written `\.name` in the source; without a context they need their root written out.
private func keyPathList(
    _ node: some FreestandingMacroExpansionSyntax, _ expressions: [ExprSyntax], named name: String
) -> DeclSyntax {
    let root = node.genericArgumentClause?.arguments.first?.argument.trimmedDescription ?? "Self"
    let groups = expressions.map { expression -> String in
        // Either a list of key paths or a kind of index around one.
        let inner = expression.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
        guard let array = (inner ?? expression).as(ArrayExprSyntax.self) else { return "[]" }
        let paths = array.elements.map { element -> String in
            let text = element.expression.trimmedDescription
            return text.hasPrefix("\\.") ? "\\\(root)\(text.dropFirst())" : text
        }
        return "[\(paths.joined(separator: ", "))]"
    }
    return """
        static var \(raw: name): [[Swift.AnyKeyPath]] {
            [\(raw: groups.joined(separator: ", "))]
        }
        """
}
