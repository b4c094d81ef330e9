import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics of the macros.
enum ModelDiagnostic: DiagnosticMessage {
    case notAClass
    case notAnActor
    case genericClass(String)
    case typeNotInferred(property: String)
    case severalBindings
    case unsupportedOwnership(property: String, keyword: String)
    case transientNeedsDefault(property: String)
    case overrideHasNoColumn(property: String)
    case lazyCannotPersist(property: String)
    case storageNameTaken(property: String, storage: String)
    case notARelationship(property: String, type: String)
    case tooManyProperties(Int)
    case needsInitializer(String)
    case propertiesOfOtherModel(written: String, model: String)
    case constantNotRestorable(property: String)

    var message: String {
        switch self {
        case .notAClass:
            "'@Model' can only be applied to a class"
        case .notAnActor:
            "'@ModelActor' can only be applied to an actor"
        case .genericClass(let name):
            "'@Model' can't be applied to the generic class '\(name)'"
        case .typeNotInferred(let property):
            "the type of '\(property)' can't be inferred from its initial value; "
                + "declare it: 'var \(property): Type = …'"
        case .severalBindings:
            "declare each persisted property in a separate 'var'"
        case .unsupportedOwnership(let property, let keyword):
            "'\(property)' can't be persisted because it is '\(keyword)'; mark it '@Transient'"
        case .transientNeedsDefault(let property):
            "the transient property '\(property)' needs an initial value, because it isn't stored"
        case .overrideHasNoColumn(let property):
            "'\(property)' overrides a property and uses its column, so it can't have an attribute of its own"
        case .lazyCannotPersist(let property):
            "the lazy property '\(property)' is never persisted, so it can't have an attribute"
        case .storageNameTaken(let property, let storage):
            "'@Model' generates the storage '\(storage)' for '\(property)', "
                + "but the class already has '\(storage)'; rename one of them"
        case .notARelationship(let property, let type):
            "'\(property)' is of type '\(type)', which isn't a model, so it can't be a relationship"
        case .tooManyProperties(let count):
            "a model can have at most 128 persisted properties; this one has \(count)"
        case .needsInitializer(let name):
            "'\(name)' inherits from a model, so it must declare an 'init' that calls 'super.init'"
        case .propertiesOfOtherModel(let written, let model):
            "list the properties of '\(model)', which contains this macro, not of '\(written)'"
        case .constantNotRestorable(let property):
            "the stored value of the constant '\(property)' can't be restored, "
                + "because it has an initial value; make it a 'var', or set it in 'init'"
        }
    }

    var severity: DiagnosticSeverity {
        // Only a warning, so that code written for SwiftData compiles.
        if case .constantNotRestorable = self { .warning } else { .error }
    }

    var diagnosticID: MessageID {
        MessageID(domain: "ModelData", id: String("\(self)".prefix { $0 != "(" }))
    }
}

extension MacroExpansionContext {
    /// Reports a diagnostic at a syntax node.
    func report(_ message: ModelDiagnostic, at node: some SyntaxProtocol) {
        diagnose(Diagnostic(node: node, message: message))
    }
}
