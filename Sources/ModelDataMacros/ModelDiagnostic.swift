import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What the macros can't do, said where it stands in the source.
enum ModelDiagnostic: DiagnosticMessage {
    case notAClass
    case notAnActor
    case actorOrGeneric(String)
    case needsType(property: String)
    case severalBindings
    case unsupportedOwnership(property: String, keyword: String)
    case transientNeedsDefault(property: String)
    case notAStoredProperty(attribute: String)
    case lazyCannotPersist(property: String)
    case storageNameTaken(property: String, storage: String)
    case notARelationship(property: String, type: String)
    case tooManyProperties(Int)
    case needsInitializer(String)
    case otherModel(written: String, model: String)
    case constantNotReadBack(property: String)

    var message: String {
        switch self {
        case .notAClass:
            "'@Model' can only be applied to a class"
        case .notAnActor:
            "'@ModelActor' can only be applied to an actor"
        case .actorOrGeneric(let name):
            "'@Model' can't be applied to the generic class '\(name)'"
        case .needsType(let property):
            "the type of '\(property)' can't be seen in its initial value; write it: 'var \(property): Type = …'"
        case .severalBindings:
            "declare each persisted property of a model in a 'var' of its own"
        case .unsupportedOwnership(let property, let keyword):
            "'\(property)' can't be persisted, since it is '\(keyword)'; mark it '@Transient'"
        case .transientNeedsDefault(let property):
            "the transient property '\(property)' needs an initial value, since no store holds one"
        case .notAStoredProperty(let attribute):
            "'@\(attribute)' can only be applied to a stored property"
        case .lazyCannotPersist(let property):
            "the lazy property '\(property)' is never persisted, so it can't have an attribute"
        case .storageNameTaken(let property, let storage):
            "'\(storage)' is the name of the storage that '@Model' makes for '\(property)'; rename this one"
        case .notARelationship(let property, let type):
            "'\(property)' is of type '\(type)', which is no model, so it can't be a relationship"
        case .tooManyProperties(let count):
            "a model can have at most 128 persisted properties; this one has \(count)"
        case .needsInitializer(let name):
            "'\(name)' inherits from a model, so it needs an 'init' of its own, which calls 'super.init'"
        case .otherModel(let written, let model):
            "the properties must be those of '\(model)', where this stands, not of '\(written)'"
        case .constantNotReadBack(let property):
            "the constant '\(property)' can't get its stored value back, since it has an initial one; "
                + "make it a 'var', or set it in 'init'"
        }
    }

    var severity: DiagnosticSeverity {
        // Code that was written for SwiftData goes on compiling.
        if case .constantNotReadBack = self { .warning } else { .error }
    }

    var diagnosticID: MessageID {
        MessageID(domain: "ModelData", id: String("\(self)".prefix { $0 != "(" }))
    }
}

extension MacroExpansionContext {
    /// Reports `message` at `node`.
    func report(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
        diagnose(Diagnostic(node: node, message: message))
    }
}
