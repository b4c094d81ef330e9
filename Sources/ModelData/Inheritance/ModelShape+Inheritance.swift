// Which model classes inherit from which.

/// The name of the table that keeps a class's objects: that of the class where the inheritance begins.
func tableName(of type: any PersistentModel.Type) -> String {
    var root = type
    while let next = root._$superclass { root = next }
    return root._$entityName
}

/// How many of a class's properties are declared by those that it inherits from; they come first.
func inheritedCount(of type: any PersistentModel.Type) -> Int {
    type._$superclass?.schemaMetadata.count ?? 0
}

extension ModelShape {
    /// The name of the table that keeps the class's objects.
    var tableName: String { root.type._$entityName }

    /// The class where the inheritance begins.
    var root: ModelShape { superclass?.root ?? self }

    /// Whether the class is another one, or inherits from it.
    func isKind(of type: any PersistentModel.Type) -> Bool {
        self.type == type || superclass?.isKind(of: type) == true
    }

    /// The relationships that the class itself declares.
    var declared: ArraySlice<RelationshipShape> {
        relationships.dropFirst(superclass?.relationships.count ?? 0)
    }

    /// Whether the class has a relationship, declared or inherited.
    func has(_ relationship: RelationshipShape) -> Bool {
        relationship.index < relationships.count && relationships[relationship.index] === relationship
    }
}
