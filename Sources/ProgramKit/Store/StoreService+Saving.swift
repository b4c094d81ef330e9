import Localization
import ModelData
import Shell

/// The policy by which all commands save: changes of this process and of others are merged property by property. If both
/// changed the same property, the later change of this process is kept, and a warning names what it replaced.
extension StoreService {
    /// Saves the changes of the context.
    ///
    /// - Returns: A warning for each record of which another process changed the same properties.
    /// - Throws: ``DeletedMeanwhileError`` if another process deleted a record that this one changed; `ModelDataError`.
    func saveContext() throws -> [Block] {
        do {
            try context.save()
        } catch ModelDataError.recordGone(let model, let record) {
            let changed = context.changedModelsArray.first {
                $0.persistentModelID.entityName == model && $0.persistentModelID.recordNumber == record
            }
            guard let title = (changed as? any TitledModel)?.recordTitle else {
                throw ModelDataError.recordGone(model: model, record: record)
            }
            throw DeletedMeanwhileError(title: title)
        }
        return context.replacedChanges.map { change in
            // A property without a name belongs to another one, such as a name without case and accents.
            let named = change.properties.filter(names.hasProperty)
            return replacedChange(of: change.model, named.isEmpty ? change.properties : named)
        }
    }

    /// Returns the warning that a change of this process replaced the change of another process.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - properties: The names of the properties that both processes changed.
    func replacedChange(of model: any PersistentModel, _ properties: [String]) -> Block {
        let id = model.persistentModelID
        let title: TextArgument =
            if let model = model as? any TitledModel {
                .string(model.recordTitle)
            } else {
                .text(
                    LocalizedText(
                        "%1$@ %2$@", table: "",
                        [names.model(id.entityName), .string(String(id.recordNumber ?? 0))]))
            }
        return .warning(
            text(
                "Another process changed “%1$@” in the meantime: %2$@. Your change is later and replaces that change.",
                title, TextArgument.list(properties.map { names.property($0) })))
    }
}

/// The error of a change to a record that another process deleted in the meantime.
public struct DeletedMeanwhileError: PresentableError, Hashable {
    private let title: String

    /// Makes the error.
    ///
    /// - Parameter title: The last known title of the record.
    public init(title: String) { self.title = title }

    /// Which record was deleted.
    public var problem: LocalizedText {
        text("“%@” can't be changed: another process deleted it in the meantime.", title)
    }

    /// What to do.
    public var remedy: LocalizedText? { text("“undo” in the other program brings it back.") }
}
