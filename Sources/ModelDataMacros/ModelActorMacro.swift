import SwiftSyntax
import SwiftSyntaxMacros

/// `@ModelActor`: adds an executor with a context to an actor, and an `init` that creates them.
struct ModelActorMacro {}

extension ModelActorMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): _$ModelData.ModelActor {}")]
    }
}

extension ModelActorMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let actor = declaration.as(ActorDeclSyntax.self) else {
            context.report(.notAnActor, at: node)
            return []
        }
        let isPublic = actor.modifiers.contains { ["public", "open"].contains($0.name.text) }
        let access = isPublic ? "public " : ""
        var members: [DeclSyntax] = [
            "\(raw: access)nonisolated let modelExecutor: any _$ModelData.ModelExecutor",
            "\(raw: access)nonisolated let modelContainer: _$ModelData.ModelContainer",
        ]
        let own = actor.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        // Don't generate `init(modelContainer:)` if the actor declares it. Also don't generate it if the
        // actor has other properties to initialize and declares an `init` of its own.
        let declaresContainerInitializer = own.contains {
            $0.signature.parameterClause.parameters.map(\.firstName.text) == ["modelContainer"]
        }
        if !declaresContainerInitializer, own.isEmpty || !actor.hasUnsetProperties {
            members.append(
                """
                \(raw: access)init(modelContainer: _$ModelData.ModelContainer) {
                    let modelContext = _$ModelData.ModelContext(modelContainer)
                    self.modelExecutor = _$ModelData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
                """)
        }
        return members
    }
}

extension ActorDeclSyntax {
    /// Whether there are stored properties that an `init` must set.
    fileprivate var hasUnsetProperties: Bool {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.contains { variable in
            let modifiers = variable.modifiers.map(\.name.text)
            if modifiers.contains(where: ["static", "lazy"].contains) { return false }
            return variable.bindings.contains { binding in
                if binding.initializer != nil || binding.isComputed { return false }
                let type = binding.typeAnnotation?.type
                let isOptional =
                    type?.is(OptionalTypeSyntax.self) == true
                    || type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
                return !isOptional || variable.bindingSpecifier.text == "let"
            }
        }
    }
}
