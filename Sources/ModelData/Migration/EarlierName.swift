/// A property that says which name it had, of a model whose store has both names.
///
/// Whether its values are those under the one or the other is known to nobody then; and those that aren't taken would go,
/// since the model has no property for them.
struct EarlierName {
    let model: String
    let property: String
    let name: String

    /// The first of such properties; nil where there is none.
    ///
    /// - Parameters:
    ///   - entities: the models.
    ///   - stored: what they were in the store.
    static func inDoubt(in entities: [Schema.Entity], _ stored: StoredSchema) -> EarlierName? {
        for entity in entities {
            let properties = entity.type.schemaMetadata
            for property in properties {
                guard let earlier = property.attribute.originalName, !earlier.isSame(inSQL: property.name),
                    stored.property(earlier, of: entity.name) != nil,
                    stored.property(property.name, of: entity.name) != nil,
                    !properties.contains(where: { $0.name.isSame(inSQL: earlier) })
                else { continue }
                return EarlierName(model: entity.name, property: property.name, name: earlier)
            }
        }
        return nil
    }
}
