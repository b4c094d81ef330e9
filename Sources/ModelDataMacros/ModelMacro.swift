import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model, with a typed stored property for each column.
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
            !property.isConstant, property.type != nil || property.isTypedByCompiler,
            property.ownership == nil,
            variable.bindings.count == 1
        else { return [] }
        if property.isEphemeral { return ["@_EphemeralProperty"] }
        guard
            let column = PropertyList(declaration.memberBlock.members).attributeColumn(of: property.name)
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
            try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): _$ModelData.PersistentModel {}")
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
            context.report(.genericClass(model.name.text), at: model.name)
            return []
        }
        let properties = PropertyList(model.memberBlock.members)
        guard check(model, properties.all, in: context) else { return [] }
        // If the compiler asks for no conformance, the class inherits the conformance from a model.
        let superclass = protocols.isEmpty ? model.superclass : nil
        if superclass != nil, !model.hasInitializer {
            context.report(.needsInitializer(model.name.text), at: model.name)
        }
        return ModelMembers(model: model, superclass: superclass, properties: properties).all
            .map(DeclSyntax.init(unparsed:))
    }

    /// Reports properties that can't be persisted. Returns false if no code should be generated.
    private static func check(
        _ model: ClassDeclSyntax, _ properties: [PersistedProperty], in context: some MacroExpansionContext
    ) -> Bool {
        var isValid = true
        func reject(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
            context.report(message, at: node)
            isValid = false
        }
        let names = Set(
            model.memberBlock.members.compactMap {
                $0.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
            })
        for member in model.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                let property = PersistedProperty(variable), property.isEphemeral, !property.hasInitialValue
            else { continue }
            reject(.transientNeedsDefault(property: property.name), at: variable)
        }
        for property in properties {
            if property.declaration.bindings.count > 1 {
                reject(.severalBindings, at: property.declaration)
            } else if let keyword = property.ownership {
                reject(
                    .unsupportedOwnership(property: property.name, keyword: keyword),
                    at: property.declaration)
            } else if property.type == nil, !property.isTypedByCompiler {
                reject(.typeNotInferred(property: property.name), at: property.binding.pattern)
            } else if !property.isConstant, names.contains("_\(property.name)") {
                reject(
                    .storageNameTaken(property: property.name, storage: "_\(property.name)"),
                    at: property.binding.pattern)
            }
        }
        for property in properties {
            if property.isConstant, let value = property.initialValue, !value.isLiteral {
                context.reportConstant(property)
            }
        }
        if properties.count > 128 { reject(.tooManyProperties(properties.count), at: model.name) }
        return isValid
    }
}

/// A macro whose code isn't formatted, because formatting would take half of the time of an expansion.
protocol UnformattedMacro: Macro {}

extension UnformattedMacro {
    static var formatMode: FormatMode { .disabled }
}

// The compiler parses the code of an expansion. To parse it here as well would take a quarter of the time of an
// expansion. Therefore, a single token contains all of it.

extension DeclSyntax {
    /// Makes a declaration from code that isn't parsed.
    init(unparsed code: String) { self.init(MissingDeclSyntax(placeholder: .identifier(code))) }
}

extension AccessorDeclSyntax {
    /// Makes an accessor from code that isn't parsed.
    init(unparsed code: String) { self.init(accessorSpecifier: .identifier(code)) }
}
