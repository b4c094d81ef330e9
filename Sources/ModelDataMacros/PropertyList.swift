import SwiftSyntax

/// The properties of a model that have a column, in the order of their declaration, with the `#if` around them.
///
/// A macro can't determine which branch of an `#if` the compiler uses. So the generated code repeats the `#if`.
struct PropertyList {
    private enum Entry {
        case property(PersistedProperty, index: Int)
        case conditional([Clause])
    }

    /// A branch of an `#if`.
    private struct Clause {
        /// `#if` or `#elseif` with its condition, or `#else`.
        let head: String
        let entries: [Entry]
    }

    private let entries: [Entry]
    /// The properties of all branches.
    let all: [PersistedProperty]
    /// Whether there is an `#if` around a property.
    let isConditional: Bool

    init(_ members: MemberBlockItemListSyntax) {
        var all: [PersistedProperty] = []
        entries = Self.entries(of: members, counted: &all)
        self.all = all
        isConditional = entries.contains { if case .conditional = $0 { true } else { false } }
    }

    private static func entries(
        of members: MemberBlockItemListSyntax, counted all: inout [PersistedProperty]
    ) -> [Entry] {
        var entries: [Entry] = []
        for member in members {
            if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                let clauses = condition.clauses.map { clause in
                    let head = [clause.poundKeyword.text, clause.condition?.trimmedDescription ?? ""]
                    guard case .decls(let inner)? = clause.elements else {
                        return Clause(head: head.joined(separator: " "), entries: [])
                    }
                    return Clause(
                        head: head.joined(separator: " "), entries: Self.entries(of: inner, counted: &all))
                }
                if clauses.contains(where: { !$0.entries.isEmpty }) { entries.append(.conditional(clauses)) }
            } else if let variable = member.decl.as(VariableDeclSyntax.self),
                variable.attribute(named: "Transient") == nil,
                let property = PersistedProperty(variable), !property.isEphemeral
            {
                entries.append(.property(property, index: all.count))
                all.append(property)
            }
        }
        return entries
    }

    /// Returns generated lines for the properties, with the `#if` around them.
    ///
    /// - Parameter render: Returns the lines of a property, from its column; nil for none.
    func lines(_ render: (PersistedProperty, _ column: String) -> String?) -> [String] {
        lines(of: entries, render)
    }

    private func lines(
        of entries: [Entry], _ render: (PersistedProperty, String) -> String?
    ) -> [String] {
        entries.flatMap { entry -> [String] in
            switch entry {
            case .property(let property, let index):
                return render(property, column(of: property, index: index)).map { [$0] } ?? []
            case .conditional(let clauses):
                let inner = clauses.map { (head: $0.head, lines: lines(of: $0.entries, render)) }
                if inner.allSatisfy(\.lines.isEmpty) { return [] }
                return inner.flatMap { [$0.head] + $0.lines } + ["#endif"]
            }
        }
    }

    /// Returns the column of a property as an expression: its number, or a case of the generated `_$Column`,
    /// which the compiler numbers by the branches that it uses.
    private func column(of property: PersistedProperty, index: Int) -> String {
        isConditional ? property.conditionalColumn : "\(index)"
    }

    /// Returns the argument of `@_PersistedProperty` for a property; nil if it has no column. -1 means a case of
    /// `_$Column`.
    func attributeColumn(of name: String) -> Int? {
        guard let index = all.firstIndex(where: { $0.name == name }) else { return nil }
        return isConditional ? -1 : index
    }

    /// The members of the generated `_$Column`. The last case makes an enumeration without other cases valid.
    var columnCases: [String] {
        lines { property, _ in "case \(property.quotedName)" } + ["case _$end"]
    }
}

extension PersistedProperty {
    /// The column of a property of a class with `#if`, as an expression.
    var conditionalColumn: String { "_$Column.\(quotedName).rawValue" }
}
