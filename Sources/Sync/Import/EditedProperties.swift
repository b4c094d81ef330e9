/// Knows which properties of which records were edited here since the last import or pull.
///
/// That is kept apart from whether a record has been sent: an import overwrites what was not edited here, and leaves
/// what was to its merge policy.
public protocol EditedProperties {
    /// The names of the properties of a record that were edited here; none of a record that nobody has edited.
    ///
    /// - Parameters:
    ///   - record: The record's number.
    ///   - model: The name of its model.
    /// - Throws: `ModelDataError` where the store can't be read.
    func editedProperties(of record: Int64, in model: String) throws -> Set<String>
}
