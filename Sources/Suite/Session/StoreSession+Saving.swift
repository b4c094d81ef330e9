import Localization
import ModelData
import Shell

extension StoreSession {
    /// Saves the changes of a command. If another process changed the same property since the command read it,
    /// the later change of this process is kept.
    ///
    /// ```swift
    /// extension BookSession {
    ///     func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
    ///         try await services.execute(intent, save: saveNamingReplacedChanges, body)
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: A warning that names the record and the replaced properties; empty without a conflict.
    /// - Throws: `ModelDataError`.
    public func saveNamingReplacedChanges() throws -> [Block] {
        let policy = context.mergePolicy
        defer { context.mergePolicy = policy }
        context.mergePolicy = .error
        do {
            try context.save()
            return []
        } catch ModelDataError.conflict(let model, let record, let properties) {
            context.mergePolicy = policy
            let title = context.changedModelsArray.compactMap { $0 as? any TitledModel }.first {
                $0.persistentModelID.entityName == model && $0.persistentModelID.recordNumber == record
            }?.recordTitle
            try context.save()
            return [replacedChange(of: title ?? String(record), properties)]
        } catch ModelDataError.recordGone, ModelDataError.relatedRecordGone, ModelDataError.notUnique {
            context.mergePolicy = policy
            try context.save()
            return []
        }
    }

    /// Returns the warning that a change of this process replaced the change of another process.
    ///
    /// - Parameters:
    ///   - title: The title of the record.
    ///   - properties: The names of the properties that both processes changed.
    public func replacedChange(of title: String, _ properties: [String]) -> Block {
        let fields = TextArgument.list(properties.map { modelNames.property($0) })
        return .warning(
            text(
                "Another process changed “%1$@” in the meantime: %2$@. Your change is later and replaces that change.",
                title, fields))
    }
}
