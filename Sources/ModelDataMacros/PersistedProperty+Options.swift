import SwiftSyntax

// The options of `@Attribute`.

extension AttributeSyntax {
    fileprivate func has(_ option: String) -> Bool {
        guard case .argumentList(let list)? = arguments else { return false }
        return list.contains { argument in
            guard argument.label == nil else { return false }
            let text = argument.expression.trimmedDescription
            return text == ".\(option)" || text.hasSuffix("Option.\(option)")
        }
    }

    /// The argument of `.transformable(by:)`.
    fileprivate var transformer: ExprSyntax? {
        guard case .argumentList(let list)? = arguments else { return nil }
        for argument in list {
            guard let call = argument.expression.as(FunctionCallExprSyntax.self),
                call.calledExpression.trimmedDescription.hasSuffix(".transformable")
            else { continue }
            return call.arguments.first?.expression
        }
        return nil
    }

    /// Whether the attribute determines how the value is stored.
    var determinesStorage: Bool { transformer != nil || has("externalStorage") }
}

extension PersistedProperty {
    private func has(_ option: String) -> Bool { attribute?.has(option) == true }

    private var transformer: ExprSyntax? { attribute?.transformer }

    /// Whether the property is observed but not stored.
    var isEphemeral: Bool { has("ephemeral") }

    /// Whether the property has a value before `init` sets it.
    var hasInitialValue: Bool { initialValue != nil || type?.hasSuffix("?") == true }

    /// Whether the attribute determines how the value is stored, so that the property can't be a
    /// relationship.
    var hasCustomStorage: Bool { attribute?.determinesStorage == true }

    /// The expression of the transformer's name; nil if the transformer is specified by its type, `Name.self`.
    var transformerName: String? {
        guard let transformer else { return nil }
        if transformer.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self" { return nil }
        return transformer.trimmedDescription
    }

    /// The name of the generated type for a transformer that is specified by name.
    var transformerType: String { "_$Transformers._\(name)" }

    /// The generated expression for the codec of the property's column.
    var codec: String {
        if transformerName != nil {
            return "_$transformCodec(\(metatype), by: \(transformerType).self)"
        }
        if let transformer {
            return "_$transformCodec(\(metatype), by: \(transformer.trimmedDescription))"
        }
        return has("externalStorage") ? "_$externalCodec(\(metatype))" : plainCodec
    }
}
