import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Warns about a constant whose initial value differs in each object, with a fix-it.
    ///
    /// Swift doesn't allow assigning a constant that has an initial value. So an object that is read from the
    /// store would have a new value instead of the stored one.
    func reportConstant(_ property: PersistedProperty) {
        let keyword = property.declaration.bindingSpecifier
        let variable = keyword.with(\.tokenKind, .keyword(.var))
        diagnose(
            Diagnostic(
                node: keyword, message: ModelDiagnostic.constantNotRestorable(property: property.name),
                fixIt: .replace(message: MakeVariable(), oldNode: keyword, newNode: variable)))
    }
}

private struct MakeVariable: FixItMessage {
    var message: String { "make it a 'var'" }
    var fixItID: MessageID { MessageID(domain: "ModelData", id: "makeVariable") }
}

extension ExprSyntax {
    /// Whether the expression consists of literals only, so that it always has the same value.
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
