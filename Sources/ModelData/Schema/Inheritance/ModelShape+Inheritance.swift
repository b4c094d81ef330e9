// Inheritance between model classes.

/// Returns the name of the table with a class's objects: the name of the hierarchy's root class.
func tableName(of type: any PersistentModel.Type) -> String {
    type._$superclass.map { tableName(of: $0) } ?? type._$entityName
}

/// Returns the number of a class's inherited properties, which come before its own.
func inheritedCount(of type: any PersistentModel.Type) -> Int {
    type._$superclass.map { ModelMetadata.of($0).count } ?? 0
}

extension ModelShape {
    /// The name of the table with the class's objects.
    var tableName: String { root.type._$entityName }

    /// The root class of the hierarchy.
    var root: ModelShape { superclass?.root ?? self }

    /// Returns whether the class is `type` or a subclass of it.
    func isKind(of type: any PersistentModel.Type) -> Bool {
        self.type == type || superclass?.isKind(of: type) == true
    }

    /// The relationships that the class itself declares.
    var declared: ArraySlice<RelationshipShape> {
        relationships.dropFirst(superclass?.relationships.count ?? 0)
    }

    /// Returns whether the class declares or inherits a relationship.
    func has(_ relationship: RelationshipShape) -> Bool {
        relationship.index < relationships.count && relationships[relationship.index] === relationship
    }
}
