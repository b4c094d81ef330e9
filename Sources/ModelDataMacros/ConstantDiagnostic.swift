import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Reports a constant whose initial value is another one in each object, and how to mend it.
    ///
    /// Swift lets nobody assign a constant again that has an initial value, so that an object that is read from a store
    /// would have a new one.
    func reportConstant(_ property: PersistedProperty) {
        let keyword = property.declaration.bindingSpecifier
        let variable = keyword.with(\.tokenKind, .keyword(.var))
        diagnose(
            Diagnostic(
                node: keyword, message: ModelDiagnostic.constantNotReadBack(property: property.name),
                fixIt: .replace(message: MakeVariable(), oldNode: keyword, newNode: variable)))
    }
}

private struct MakeVariable: FixItMessage {
    var message: String { "make it a 'var'" }
    var fixItID: MessageID { MessageID(domain: "ModelData", id: "makeVariable") }
}

extension ExprSyntax {
    /// Whether it is the same value whenever it is evaluated, as far as can be seen.
    var isLiteral: Bool {
        switch kind {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
        case .stringLiteralExpr:
            self.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
                ?? false
        case .prefixOperatorExpr: self.as(PrefixOperatorExprSyntax.self)?.expression.isLiteral ?? false
        case .arrayExpr: self.as(ArrayExprSyntax.self)?.elements.allSatisfy(\.expression.isLiteral) ?? false
        default: false
        }
    }
}
