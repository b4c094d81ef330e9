import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`: generates no code, because `@Model` reads the attribute. This macro only refuses the
/// attribute on a lazy or overriding property. As in SwiftData, it has no effect on other declarations, such as a computed
/// property.
struct AttributeMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
        let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
        for modifier in variable.modifiers {
            switch modifier.name.text {
            case "lazy": context.report(.lazyCannotPersist(property: name), at: node)
            case "override": context.report(.overrideHasNoColumn(property: name), at: node)
            default: continue
            }
        }
        return []
    }
}

/// `@Relationship`: generates no code, because `@Model` reads the attribute. This macro only checks that the
/// type of a stored property may be a model. On other declarations, the attribute has no effect.
struct RelationshipMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable), !property.mayBeRelationship, let type = property.type
        {
            context.report(.notARelationship(property: property.name, type: type), at: node)
        }
        return []
    }
}

/// `@Transient`: generates no code, because `@Model` reads the attribute. This macro only checks that a stored
/// property has an initial value. On declarations that aren't persisted anyway, the attribute has no effect.
struct TransientMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = PersistedProperty(variable)
        else { return [] }
        let isOptional = property.type?.hasSuffix("?") == true && !property.isConstant
        if property.initialValue == nil, !isOptional {
            context.report(.transientNeedsDefault(property: property.name), at: node)
        }
        return []
    }
}

/// `#Unique`: generates a static list of key paths for the schema.
struct UniqueMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let all = node.arguments.map(\.expression)
        return [keyPathList(node, all, named: "_$ownUnique", in: context)]
    }
}

/// `#Index`: generates static lists of key paths for the schema, one for each kind of index.
struct IndexMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let all = node.arguments.map(\.expression)
        var lists = [keyPathList(node, all.filter { !$0.isSpatialIndex }, named: "_$ownIndexes", in: context)]
        if all.contains(where: \.isSpatialIndex) {
            let spatial = all.filter(\.isSpatialIndex)
            lists.append(keyPathList(node, spatial, named: "_$ownSpatialIndexes", in: context))
        }
        return lists
    }
}

/// Returns a private static list of the key paths in the arguments, with an array for each group.
///
/// In the source, key paths are written as `\.name`; the generated list adds their root type. The list is
/// private, because a class and its superclass may each have one. `@Model` generates an overridable property
/// through which the schema reads it.
private func keyPathList(
    _ node: some FreestandingMacroExpansionSyntax, _ expressions: [ExprSyntax], named name: String,
    in context: some MacroExpansionContext
) -> DeclSyntax {
    let argument = node.genericArgumentClause?.arguments.first?.argument
    let root = argument?.trimmedDescription ?? "Self"
    if let argument, let model = context.lexicalContext.first?.as(ClassDeclSyntax.self),
        model.superclass != nil, root != "Self",
        root.split(separator: ".").last.map(String.init) != model.name.text
    {
        context.report(.propertiesOfOtherModel(written: root, model: model.name.text), at: argument)
        return "private static var \(raw: name): [[Swift.AnyKeyPath]] { [] }"
    }
    let groups = expressions.map { expression -> String in
        // An argument is an array of key paths, or a kind of index with such an array.
        let inner = expression.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
        guard let array = (inner ?? expression).as(ArrayExprSyntax.self) else { return "[]" }
        let paths = array.elements.map { element -> String in
            let text = element.expression.trimmedDescription
            return text.hasPrefix("\\.") ? "\\\(root)\(text.dropFirst())" : text
        }
        return "[\(paths.joined(separator: ", "))]"
    }
    return """
        private static var \(raw: name): [[Swift.AnyKeyPath]] {
            [\(raw: groups.joined(separator: ", "))]
        }
        """
}

extension ExprSyntax {
    /// Whether an argument of `#Index` declares an R*Tree.
    var isSpatialIndex: Bool {
        self.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?
            .declName.baseName.text == "rtree"
    }
}
