import SwiftSyntax

extension ClassDeclSyntax {
    /// The first type in the inheritance clause, which is the superclass or a protocol.
    ///
    /// The syntax doesn't show whether the type is a class or a protocol. `@Model` can find out: for a class
    /// that inherits from a model, the compiler doesn't ask the macro to add a conformance.
    var superclass: String? {
        guard let written = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
        else { return nil }
        // If the source contains the conformance to `PersistentModel`, the class is a root class. A subclass
        // would inherit the conformance, so writing it again would be an error.
        let isRoot = written.contains { ["PersistentModel", "ModelData.PersistentModel"].contains($0) }
        return isRoot ? nil : written.first
    }

    /// Whether the class itself declares an `init`, also inside `#if`.
    var hasInitializer: Bool { declaresInitializer(memberBlock.members) }

    private func declaresInitializer(_ members: MemberBlockItemListSyntax) -> Bool {
        members.contains { member in
            if member.decl.is(InitializerDeclSyntax.self) { return true }
            guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return false }
            return condition.clauses.contains { clause in
                guard case .decls(let inner)? = clause.elements else { return false }
                return declaresInitializer(inner)
            }
        }
    }

    /// Returns the arguments of a freestanding macro in the class, such as `#Unique`; nil if the class
    /// doesn't use it.
    func arguments(of name: String) -> [ExprSyntax]? {
        memberBlock.members.lazy.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
            .first { $0.macroName.text == name }?.arguments.map(\.expression)
    }
}
