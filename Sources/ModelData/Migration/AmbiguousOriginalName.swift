/// A property with an original name, although the stored model has properties with both the new and the
/// original name.
///
/// The values could be in either of the two properties, and the values of the other property would be lost.
/// Therefore, the migration is refused.
struct AmbiguousOriginalName {
    let model: String
    let property: String
    let name: String

    /// Returns the first ambiguous property, or nil.
    ///
    /// - Parameters:
    ///   - entities: The models of the current schema.
    ///   - stored: The models that are recorded in the store.
    static func first(in entities: [ModelEntity], _ stored: StoredSchema) -> AmbiguousOriginalName? {
        for entity in entities {
            let properties = entity.type.schemaMetadata
            for property in properties {
                guard let earlier = property.attribute.earlierName, !earlier.isSame(inSQL: property.name),
                    stored.property(earlier, of: entity.name) != nil,
                    stored.property(property.name, of: entity.name) != nil,
                    !properties.contains(where: { $0.name.isSame(inSQL: earlier) })
                else { continue }
                return AmbiguousOriginalName(model: entity.name, property: property.name, name: earlier)
            }
        }
        return nil
    }
}
