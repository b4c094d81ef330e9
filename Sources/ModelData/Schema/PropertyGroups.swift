/// A property of an entity that stands for groups of its properties.
protocol PropertyGroups {
    var uniqueNames: [[String]] { get }
    var plainNames: [[String]] { get }
    var spatialNames: [[String]] { get }
}

/// Returns the names of a model's properties; for a key path that isn't a property, the key path's description.
func propertyNames<T: PersistentModel>(of paths: [PartialKeyPath<T>]) -> [String] {
    let metadata = ModelMetadata.of(T.self)
    return paths.map { path in metadata.first { $0.keyPath == path }?.name ?? "\(path)" }
}

/// Returns the key paths of a model's properties.
func propertyKeyPaths<T: PersistentModel>(
    of names: [String], in type: T.Type, _ decoder: any Decoder
) throws -> [PartialKeyPath<T>] {
    let metadata = ModelMetadata.of(T.self)
    return try names.map { name in
        guard let path = metadata.first(where: { $0.name == name })?.keyPath as? PartialKeyPath<T> else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(T.self) has no property \(name)"))
        }
        return path
    }
}
