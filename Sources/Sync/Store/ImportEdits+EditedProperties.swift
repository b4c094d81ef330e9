import ModelData

extension ImportEdits: EditedProperties {
    /// The names of the properties of a record that were edited here; none of a record that nobody has edited.
    ///
    /// - Parameters:
    ///   - record: The record's number.
    ///   - model: The name of its model; another one than that of the import has no edits here.
    /// - Throws: `ModelDataError` where the store can't be read.
    public func editedProperties(of record: Int64, in model: String) throws -> Set<String> {
        guard model == name else { return [] }
        return try identifier(of: record).flatMap { try of([$0])[$0]?.properties } ?? []
    }
}
