import SwiftSyntax

extension ClassDeclSyntax {
    /// What stands first in the inheritance clause, where a superclass must stand; it may be a protocol.
    ///
    /// Which of the two, a macro can't see here. `@Model` is told by the conformances that it shall add.
    var superclass: String? {
        guard let written = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
        else { return nil }
        // A class can state the conformance that the macro makes; one that inherits it can't.
        let isRoot = written.contains { ["PersistentModel", "ModelData.PersistentModel"].contains($0) }
        return isRoot ? nil : written.first
    }

    /// Whether the class itself declares an `init`, under whatever condition.
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

    /// The arguments of the freestanding macro of this name among the class's members, such as `#Unique`; nil
    /// where there is none.
    func arguments(of name: String) -> [ExprSyntax]? {
        memberBlock.members.lazy.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
            .first { $0.macroName.text == name }?.arguments.map(\.expression)
    }
}
