import Foundation

/// Which column a key path of a model means.
///
/// Key paths of properties that a macro made have no names, so they are compared as they are.
struct KeyPathTable {
    private let columns: [AnyKeyPath: Int]
    private let identifiers: Set<AnyKeyPath>

    init<T: PersistentModel>(_ type: T.Type, _ layout: EntityLayout) {
        var columns: [AnyKeyPath: Int] = [:]
        for (index, column) in layout.columns.enumerated() {
            if let keyPath = column.metadata?.keyPath { columns[keyPath] = index }
        }
        self.columns = columns
        var identifiers: Set<AnyKeyPath> = [\T.persistentModelID]
        if T.ID.self == PersistentIdentifier.self { identifiers.insert(\T.id) }
        self.identifiers = identifiers
    }

    func column(of keyPath: AnyKeyPath) -> Int? { columns[keyPath] }

    /// Whether the key path means the record's identifier.
    func isIdentifier(_ keyPath: AnyKeyPath) -> Bool { identifiers.contains(keyPath) }
}
