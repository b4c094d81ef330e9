import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model with one typed stored property per column.
struct ModelMacro: UnformattedMacro {}

extension ModelMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard declaration.is(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
            variable.attribute(named: "Transient") == nil,
            variable.attribute(named: "_PersistedProperty") == nil,
            let property = PersistedProperty(variable),
            !property.isConstant, property.type != nil, property.ownership == nil,
            variable.bindings.count == 1
        else { return [] }
        if property.isEphemeral { return ["@_EphemeralProperty"] }
        guard
            let column = persistedProperties(of: declaration.memberBlock.members)
                .firstIndex(where: { $0.name == property.name })
        else { return [] }
        return ["@_PersistedProperty(column: \(raw: column))"]
    }
}

extension ModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [
            try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): ModelData.PersistentModel {}")
        ]
    }
}

extension ModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self) else {
            context.report(.notAClass, at: node)
            return []
        }
        guard model.genericParameterClause == nil else {
            context.report(.actorOrGeneric(model.name.text), at: model.name)
            return []
        }
        let properties = persistedProperties(of: model.memberBlock.members)
        guard check(model, properties, in: context) else { return [] }
        // A conformance that needn't be added is inherited.
        let superclass = protocols.isEmpty ? model.superclass : nil
        if superclass != nil, !model.hasInitializer {
            context.report(.needsInitializer(model.name.text), at: model.name)
        }
        return ModelMembers(model: model, superclass: superclass, properties: properties).all
    }

    /// Reports what can't be persisted; false when no code should be made.
    private static func check(
        _ model: ClassDeclSyntax, _ properties: [PersistedProperty], in context: some MacroExpansionContext
    ) -> Bool {
        var isFine = true
        func refuse(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
            context.report(message, at: node)
            isFine = false
        }
        let names = Set(
            model.memberBlock.members.compactMap {
                $0.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
            })
        for member in model.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                let property = PersistedProperty(variable), property.isEphemeral, !property.hasInitialValue
            else { continue }
            refuse(.transientNeedsDefault(property: property.name), at: variable)
        }
        for property in properties {
            if property.declaration.bindings.count > 1 {
                refuse(.severalBindings, at: property.declaration)
            } else if let keyword = property.ownership {
                refuse(
                    .unsupportedOwnership(property: property.name, keyword: keyword),
                    at: property.declaration)
            } else if property.type == nil {
                refuse(.needsType(property: property.name), at: property.binding.pattern)
            } else if !property.isConstant, names.contains("_\(property.name)") {
                refuse(
                    .storageNameTaken(property: property.name, storage: "_\(property.name)"),
                    at: property.binding.pattern)
            }
        }
        for property in properties {
            if property.isConstant, let value = property.initialValue, !value.isLiteral {
                context.reportConstant(property)
            }
        }
        if properties.count > 128 { refuse(.tooManyProperties(properties.count), at: model.name) }
        return isFine
    }
}
