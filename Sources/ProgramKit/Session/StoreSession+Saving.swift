import ModelData
import Shell

extension StoreSession {
    /// Saves changes before the command ends, by the policy of all commands.
    ///
    /// - Returns: Warnings about changes of other processes that were replaced.
    /// - Throws: The errors of the save.
    public func save() throws -> [Block] { try services.store.saveContext() }

    /// Returns the warning that a change of this process replaced the change of another process.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - properties: The names of the properties that both processes changed.
    public func replacedChange(of model: any PersistentModel, _ properties: [String]) -> Block {
        services.store.replacedChange(of: model, properties)
    }
}
