import Synchronization

/// The relationships of a model class, with their inverses. All schemas that contain the class share them.
final class ModelShape: Sendable {
    let type: any PersistentModel.Type
    /// The model that the class inherits from.
    let superclass: ModelShape?
    /// The relationships, inherited ones first.
    let relationships: [RelationshipShape]
    /// The indexes of the to-one relationships.
    let toOneIndices: [Int]
    /// The relationships with a minimum or maximum count, which each save checks.
    let bounded: [RelationshipShape]
    /// The one-to-many relationships. Their related objects have a column for the position in the list.
    let ordering: [RelationshipShape]
    /// The required to-one relationships.
    let required: [RelationshipShape]
    let hasToMany: Bool
    /// For each column, the index of its relationship in `relationships`, or -1 for a value.
    private let positions: [Int]

    private init(_ type: any PersistentModel.Type) {
        self.type = type
        let metadata = ModelMetadata.of(type)
        // A superclass's columns come first, so the inherited part is the same for all subclasses.
        let inherited = type._$superclass.map { ModelShape.of($0) }
        superclass = inherited
        var relationships = inherited?.relationships ?? []
        var positions = inherited?.positions ?? []
        for (column, property) in metadata.enumerated().dropFirst(positions.count) {
            // A cast that fails searches all conformances of the program, so don't try it for values.
            guard property.codec.isRelationship, let codec = property.codec as? any RelationshipCodec.Type
            else {
                positions.append(-1)
                continue
            }
            positions.append(relationships.count)
            relationships.append(
                RelationshipShape(type, property, codec, column: column, index: relationships.count))
        }
        self.relationships = relationships
        bounded = relationships.filter(\.isBounded)
        ordering = relationships.filter { $0.isToMany && !$0.isJoined }
        required = relationships.filter(\.isRequired)
        hasToMany = relationships.contains(where: \.isToMany)
        toOneIndices = relationships.indices.filter { !relationships[$0].isToMany }
        self.positions = positions
    }

    func index(of column: Int) -> Int { column < positions.count ? positions[column] : -1 }

    /// Returns the index of the column of a relationship, or the number of columns for a value.
    func column(of property: Schema.PropertyMetadata) -> Int {
        relationships.first { $0.name == property.name }?.column ?? positions.count
    }

    private static let known = Mutex<[ObjectIdentifier: ModelShape]>([:])

    static func of(_ type: any PersistentModel.Type) -> ModelShape {
        if let shape = known.withLock({ $0[ObjectIdentifier(type)] }) { return shape }
        // Create the shape outside the lock, because the initializer reads the metadata of other classes.
        let shape = ModelShape(type)
        return known.withLock { known in
            if let other = known[ObjectIdentifier(type)] { return other }
            known[ObjectIdentifier(type)] = shape
            return shape
        }
    }
}

/// One relationship of a model class.
final class RelationshipShape: Sendable {
    /// The class that declares the relationship; subclasses inherit it.
    let owner: any PersistentModel.Type
    let target: any PersistentModel.Type
    /// The names of the tables of both models.
    let ownerTable: String
    let targetTable: String
    let name: String
    let column: Int
    let index: Int
    let isToMany: Bool
    let isRequired: Bool
    let relationship: Schema.Relationship
    /// The index of the inverse's column, or nil if there is no inverse.
    let inverseColumn: Int?
    let inverseIsToMany: Bool
    let inverseIsRequired: Bool
    /// The reason why the declared inverse is invalid, or nil.
    let problem: RelationshipProblem?
    let inverseName: String?
    /// The inverse's delete rule; `nullify` if there is no inverse.
    let inverseRule: Schema.Relationship.DeleteRule
    private let inversePosition: Int
    /// The address of the inverse's shape, once it is known. It stays valid, because shapes are never
    /// deallocated. An `AtomicLazyReference` looks its own type up at each use: 8.7 % of an assignment.
    private let knownInverse = Atomic<UInt>(0)
    /// Whether the relationship is its own inverse.
    let isSelfInverse: Bool

    init(
        _ owner: any PersistentModel.Type, _ property: Schema.PropertyMetadata,
        _ codec: any RelationshipCodec.Type, column: Int, index: Int
    ) {
        self.owner = owner
        self.column = column
        self.index = index
        target = codec.targetType
        ownerTable = tableName(of: owner)
        targetTable = tableName(of: codec.targetType)
        name = property.name
        isToMany = codec.isToMany
        isRequired = !codec.isOptional
        relationship = property.relationship
        var problem: RelationshipProblem?
        var found: Int?
        do {
            found = try InverseSearch(owner: owner, property: property, codec: codec).find()
        } catch let error as RelationshipProblem {
            problem = error
        } catch {}
        self.problem = problem
        inverseColumn = found
        isSelfInverse = found == column && codec.targetType == owner
        let other = found.map { ModelMetadata.of(codec.targetType)[$0] }
        let otherCodec = other?.codec as? any RelationshipCodec.Type
        inverseIsToMany = otherCodec?.isToMany ?? false
        inverseIsRequired = otherCodec.map { !$0.isOptional } ?? false
        inverseName = other?.name
        inverseRule = other?.relationship.deleteRule ?? .nullify
        inversePosition =
            found.map { found in
                ModelMetadata.of(codec.targetType).prefix(found)
                    .count { $0.codec.isRelationship }
            } ?? -1
    }

    /// The inverse relationship, or nil.
    var inverse: RelationshipShape? {
        guard inversePosition >= 0 else { return nil }
        if isSelfInverse { return self }
        if let known = UnsafeRawPointer(bitPattern: knownInverse.load(ordering: .acquiring)) {
            return Unmanaged<RelationshipShape>.fromOpaque(known).takeUnretainedValue()
        }
        let inverse = ModelShape.of(target).relationships[inversePosition]
        let address = UInt(bitPattern: Unmanaged.passUnretained(inverse).toOpaque())
        knownInverse.store(address, ordering: .releasing)
        return inverse
    }

    /// Whether the foreign key of this relationship is in the owner's table.
    var holdsKey: Bool {
        if isToMany { return false }
        guard inverseColumn != nil, !inverseIsToMany, !isSelfInverse else { return true }
        // In a one-to-one relationship, the foreign key is on the side that requires the other side, or whose
        // record is deleted together with the other record.
        if isRequired != inverseIsRequired { return isRequired }
        let own = relationship.deleteRule == .cascade
        let other = inverseRule == .cascade
        if own != other { return other }
        return "\(owner._$entityName).\(name)" < "\(target._$entityName).\(inverseName ?? "")"
    }

    /// Whether the related objects are deleted with the owner.
    var isCascading: Bool { relationship.deleteRule == .cascade }

    /// Whether the relationship has a minimum or maximum count.
    var isBounded: Bool {
        (relationship.minimumModelCount ?? 0) > 0 || (relationship.maximumModelCount ?? 0) > 0
    }

    /// Whether at most one record may refer to each related record.
    var isOneToOne: Bool { !isToMany && inverseColumn != nil && !inverseIsToMany }

    /// Whether the owner's table has a column for the owner's position in the inverse's list.
    var holdsOrder: Bool { !isToMany && inverseColumn != nil && inverseIsToMany }

    /// Whether the relationship is stored in a join table.
    var isJoined: Bool { isToMany && (inverseColumn == nil || inverseIsToMany) }

    /// Whether this side gives the join table its name, and is in the join table's `_source` column.
    var isJoinSource: Bool {
        guard inverseColumn != nil, !isSelfInverse else { return true }
        return "\(owner._$entityName).\(name)" < "\(target._$entityName).\(inverseName ?? "")"
    }

    /// The name of the column for the owner's position in the inverse's list.
    var orderColumn: String { "_\(name)_order" }
}

/// Finds the inverse of a relationship.
private struct InverseSearch {
    let owner: any PersistentModel.Type
    let property: Schema.PropertyMetadata
    let codec: any RelationshipCodec.Type

    private func targets(_ property: Schema.PropertyMetadata, _ type: any PersistentModel.Type) -> Bool {
        property.codec.isRelationship && (property.codec as? any RelationshipCodec.Type)?.targetType == type
    }

    func find() throws -> Int? {
        let own = property.keyPath
        let others = ModelMetadata.of(codec.targetType)
        // Relationships that the target inherits belong to its superclass, so search only those that the
        // target declares.
        let declared = others.indices.dropFirst(inheritedCount(of: codec.targetType))
        let claims = declared.filter { others[$0].relationship.inverseKeyPath == own }
        if let explicit = property.relationship.inverseKeyPath {
            guard let found = declared.first(where: { others[$0].keyPath == explicit }),
                targets(others[found], owner)
            else { throw RelationshipProblem.notTheOtherSide }
            if let back = others[found].relationship.inverseKeyPath, back != own {
                throw RelationshipProblem.otherInverse
            }
            if claims.contains(where: { $0 != found }) { throw RelationshipProblem.severalInverses }
            let rivals = ModelMetadata.of(owner).contains {
                $0.name != property.name && $0.relationship.inverseKeyPath == explicit
            }
            if rivals { throw RelationshipProblem.severalInverses }
            return found
        }
        if claims.count > 1 { throw RelationshipProblem.severalInverses }
        if let claim = claims.first {
            guard targets(others[claim], owner) else { throw RelationshipProblem.notTheOtherSide }
            return claim
        }
        return inferred(own, others)
    }

    /// Returns the only possible inverse in the target. This relationship must also be the only possible
    /// inverse of the result.
    private func inferred(_ own: AnyKeyPath, _ others: [Schema.PropertyMetadata]) -> Int? {
        let candidates = free(others, toward: owner, from: codec.targetType).filter {
            others[$0].keyPath != own
        }
        guard candidates.count == 1, let found = candidates.first else { return nil }
        let mine = ModelMetadata.of(owner)
        let rivals = free(mine, toward: codec.targetType, from: owner).filter {
            mine[$0].keyPath != others[found].keyPath
        }
        return rivals.count == 1 ? found : nil
    }

    /// Returns the relationships to a model that no relationship of that model names as its inverse.
    private func free(
        _ properties: [Schema.PropertyMetadata], toward type: any PersistentModel.Type,
        from source: any PersistentModel.Type
    ) -> [Int] {
        let claimed = ModelMetadata.of(type).compactMap(\.relationship.inverseKeyPath)
        return properties.indices.dropFirst(inheritedCount(of: source)).filter { index in
            let property = properties[index]
            return targets(property, type) && property.relationship.inverseKeyPath == nil
                && !claimed.contains(property.keyPath)
        }
    }
}
