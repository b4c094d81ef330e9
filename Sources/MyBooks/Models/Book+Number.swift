import ModelData

extension Book {
    /// The record's number, which never changes; 0 until the book is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}
