import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ModelDataMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ModelMacro.self,
        PersistedPropertyMacro.self,
        AttributeMacro.self,
        RelationshipMacro.self,
        TransientMacro.self,
        UniqueMacro.self,
        IndexMacro.self,
        ModelActorMacro.self,
        EphemeralPropertyMacro.self,
    ]
}
