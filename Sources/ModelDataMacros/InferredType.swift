import SwiftSyntax

/// Returns the type of an initial value by its syntax alone; nil if the syntax doesn't show it.
///
/// Macros have no type information. This function infers only what can't be wrong: the types of literals,
/// `[Element]()`, `value as Type`, calls of well-known types such as `UUID()`, and arrays and dictionaries of these.
/// `Name(…)` may be a generic type or a function, and `Name.member` may have another type than `Name`. For those, the
/// compiler infers the type (`PersistedProperty.isTypedByCompiler`).
func inferredType(of expression: ExprSyntax) -> String? {
    let expression = unwrapped(expression)
    if let literal = literalType(of: expression) { return literal }
    if let cast = expression.as(AsExprSyntax.self), cast.questionOrExclamationMark?.text != "!" {
        let type = cast.type.trimmedDescription
        return cast.questionOrExclamationMark == nil ? type : type + "?"
    }
    if let sequence = expression.as(SequenceExprSyntax.self) { return castType(of: sequence) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return calledType(of: call) }
    return nil
}

/// Types that are neither generic nor the name of a function, and whose initializers don't fail when they are called as
/// in `Name()`.
private let wellKnownTypes: Set<String> = [
    "Bool", "Data", "Date", "Decimal", "Double", "Int", "String", "UUID",
]

/// Returns the type that an initial value such as `Name(…)` or `Name.init(…)` names; nil for other expressions.
///
/// That is a guess, for properties whose codec needs a written type. If it is wrong, the compiler reports it.
func namedType(of expression: ExprSyntax) -> String? {
    guard let call = unwrapped(expression).as(FunctionCallExprSyntax.self) else { return nil }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
        member.declName.baseName.text == "init"
    {
        return typeName(base)
    }
    return typeName(call.calledExpression)
}

private func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
    guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let only = tuple.elements.first, only.label == nil
    else { return expression }
    return unwrapped(only.expression)
}

private func literalType(of expression: ExprSyntax) -> String? {
    switch expression.kind {
    case .stringLiteralExpr: return "Swift.String"
    case .integerLiteralExpr: return "Swift.Int"
    case .floatLiteralExpr: return "Swift.Double"
    case .booleanLiteralExpr: return "Swift.Bool"
    default: break
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), "+-".contains(prefix.operator.text) {
        return literalType(of: prefix.expression)
    }
    if let array = expression.as(ArrayExprSyntax.self) {
        let types = Set(array.elements.map { inferredType(of: $0.expression) })
        guard types.count == 1, case .some(.some(let element)) = types.first else { return nil }
        return "[\(element)]"
    }
    if let dictionary = expression.as(DictionaryExprSyntax.self),
        let elements = dictionary.content.as(DictionaryElementListSyntax.self)
    {
        let keys = Set(elements.map { inferredType(of: $0.key) })
        let values = Set(elements.map { inferredType(of: $0.value) })
        guard keys.count == 1, values.count == 1, case .some(.some(let key)) = keys.first,
            case .some(.some(let value)) = values.first
        else { return nil }
        return "[\(key): \(value)]"
    }
    return nil
}

/// Returns the type of `value as Type`, which the parser leaves as a flat sequence until operators are
/// folded.
private func castType(of sequence: SequenceExprSyntax) -> String? {
    let elements = Array(sequence.elements)
    guard elements.count == 3, let cast = elements[1].as(UnresolvedAsExprSyntax.self),
        let type = elements[2].as(TypeExprSyntax.self)
    else { return nil }
    switch cast.questionOrExclamationMark?.text {
    case "?": return type.type.trimmedDescription + "?"
    default: return type.type.trimmedDescription
    }
}

private func calledType(of call: FunctionCallExprSyntax) -> String? {
    let called = call.calledExpression
    if let array = called.as(ArrayExprSyntax.self), array.elements.count == 1,
        let element = array.elements.first.flatMap({ typeName($0.expression) })
    {
        return "[\(element)]"
    }
    if let dictionary = called.as(DictionaryExprSyntax.self),
        let pair = dictionary.content.as(DictionaryElementListSyntax.self)?.first,
        let key = typeName(pair.key), let value = typeName(pair.value)
    {
        return "[\(key): \(value)]"
    }
    guard call.arguments.isEmpty, let name = typeName(called), wellKnownTypes.contains(name) else {
        return nil
    }
    return name
}

/// Returns the type that an expression names: `Name`, `Outer.Name`, `Name<Argument>`, `[Name]` or `Name?`.
private func typeName(_ expression: ExprSyntax) -> String? {
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
        return reference.baseName.text.first?.isUppercase == true ? reference.trimmedDescription : nil
    }
    if let generic = expression.as(GenericSpecializationExprSyntax.self) {
        return typeName(generic.expression) == nil ? nil : generic.trimmedDescription
    }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
        guard typeName(base) != nil || base.is(DeclReferenceExprSyntax.self),
            member.declName.baseName.text.first?.isUppercase == true
        else { return nil }
        return member.trimmedDescription
    }
    if let array = expression.as(ArrayExprSyntax.self), array.elements.count == 1 {
        return array.elements.first.flatMap { typeName($0.expression) }.map { "[\($0)]" }
    }
    if let optional = expression.as(OptionalChainingExprSyntax.self) {
        return typeName(optional.expression).map { "\($0)?" }
    }
    return nil
}
