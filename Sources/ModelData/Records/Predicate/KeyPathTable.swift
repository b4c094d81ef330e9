import Foundation

/// Finds the column of a model's key path.
///
/// Key paths of properties with macro-generated accessors have no names, so the key paths themselves are
/// compared.
struct KeyPathTable {
    private let columns: [AnyKeyPath: Int]
    private let identifiers: [AnyKeyPath]

    init<T: PersistentModel>(_ type: T.Type, _ layout: EntityLayout) {
        var columns: [AnyKeyPath: Int] = [:]
        for (index, column) in layout.columns.enumerated() {
            if let keyPath = column.metadata?.keyPath { columns[keyPath] = index }
        }
        self.columns = columns
        var identifiers: [AnyKeyPath] = [\T.persistentModelID]
        if T.ID.self == PersistentIdentifier.self { identifiers.append(\T.id) }
        self.identifiers = identifiers
    }

    func column(of keyPath: AnyKeyPath) -> Int? { columns[keyPath] }

    /// Returns whether a key path refers to the record's identifier.
    func isIdentifier(_ keyPath: AnyKeyPath) -> Bool { identifiers.contains(keyPath) }
}
