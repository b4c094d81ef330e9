import Foundation

extension ColumnLayout {
    /// What a value that stands in the store says: of data that is no longer external, what its file holds.
    ///
    /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` where the file can't be read.
    func content(
        of stored: StoredValue, on connection: StoreConnection, model: String, record: Int64
    ) throws -> StoredValue {
        guard !isExternal, case .blob(let data) = stored, codec.wrappedType == Data.self else {
            return stored
        }
        do {
            return .blob(try ExternalFile.content(of: data, in: connection.externalFolder))
        } catch let problem as ValueProblem {
            throw ModelDataError.unreadableValue(
                model: model, property: name, record: record, problem: problem)
        }
    }
}

extension StoreConnection {
    /// The folder beside the store for large values; nil in memory.
    var externalFolder: String? { ExternalCodec.folder(ofConnection: handle) }
}
