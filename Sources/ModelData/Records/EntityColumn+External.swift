import Foundation

extension EntityColumn {
    /// Returns the content of a stored value. If the value is still in a file because the property had
    /// `.externalStorage` before, the file is read.
    ///
    /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` if the file can't be
    ///   read.
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
    /// The folder beside the store for large values, or nil for an in-memory store.
    var externalFolder: String? { ExternalCodec.folder(ofConnection: handle) }
}
