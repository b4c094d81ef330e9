/// The versions of a migration plan, and the routes to the version that a container opens.
struct PlannedSchemas: Sendable {
    /// One version of a plan.
    struct Version: Sendable {
        let type: any VersionedSchema.Type
        let schema: Schema
    }

    /// The version that a store has before its migration.
    struct Start {
        let version: Version
        /// Whether the tables are exactly those of the version.
        let isExact: Bool
    }

    let name: String
    let versions: [Version]
    /// The version that the container opens.
    let target: Version
    private let stages: [MigrationStage]

    init(_ plan: any SchemaMigrationPlan.Type, for schema: Schema) throws {
        name = "\(plan)"
        stages = plan.stages
        versions = plan.schemas.map { Version(type: $0, schema: Schema(versionedSchema: $0)) }
        var numbers: Set<Schema.Version> = []
        for version in versions {
            try SchemaCheck.check(version.schema)
            guard numbers.insert(version.schema.version).inserted else {
                throw ModelDataError.duplicateSchemaVersion(plan: name, version: "\(version.schema.version)")
            }
        }
        target = try Self.target(for: schema, in: versions, plan: name)
    }

    /// Returns the version that has the schema's number and models. If there is none, returns the last
    /// version with exactly these models. If there is none either, returns the last version that has these
    /// and more models.
    private static func target(
        for schema: Schema, in versions: [Version], plan: String
    ) throws -> Version {
        let wanted = Set(schema.models.map { ObjectIdentifier($0.type) })
        func models(_ version: Version) -> Set<ObjectIdentifier> {
            Set(version.schema.models.map { ObjectIdentifier($0.type) })
        }
        let fitting = versions.filter { wanted.isSubset(of: models($0)) }
        let exact = fitting.filter { models($0) == wanted }
        if let found = exact.last(where: { $0.schema.version == schema.version }) ?? exact.last
            ?? fitting.last
        {
            return found
        }
        let known = versions.last.map(models) ?? []
        let missing = schema.models.first { !known.contains(ObjectIdentifier($0.type)) }
        throw ModelDataError.modelNotInPlan(plan: plan, model: missing?.name ?? "")
    }

    /// Returns the version whose tables the store has, or else the version with the recorded number.
    ///
    /// - Parameters:
    ///   - fingerprint: The recorded schema.
    ///   - number: The recorded version.
    ///   - entities: Returns the models of a version that belong to the store.
    func start(
        fingerprint: String, number: Schema.Version?, entities: (Version) throws -> [ModelEntity]
    ) rethrows -> Start? {
        let tables = SchemaFingerprint.tables(in: fingerprint)
        let same = try versions.filter { version in
            let own = SchemaFingerprint.text(of: try entities(version), version: version.schema.version)
            return tables == SchemaFingerprint.tables(in: own)
        }
        if let found = same.first(where: { $0.schema.version == number }) ?? same.first {
            return Start(version: found, isExact: true)
        }
        return versions.first { $0.schema.version == number }.map { Start(version: $0, isExact: false) }
    }

    /// Returns the version of a store without a recorded schema, such as a repaired one. This is the last
    /// version with the store's tables and a route to the target, or else the version with the recorded
    /// number.
    ///
    /// - Parameters:
    ///   - number: The recorded version.
    ///   - hasTables: Returns whether the store has the tables of a version.
    func start(number: Schema.Version?, hasTables: (Version) throws -> Bool) throws -> Start? {
        let found = try versions.last { try route(from: $0) != nil && hasTables($0) }
        return (found ?? versions.first { $0.schema.version == number }).map {
            Start(version: $0, isExact: false)
        }
    }

    /// Returns the shortest list of stages from a version to the target, or nil if there is none.
    func route(from start: Version) -> [MigrationStage]? {
        let goal = ObjectIdentifier(target.type)
        var ways: [(end: ObjectIdentifier, stages: [MigrationStage])] = [(ObjectIdentifier(start.type), [])]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start.type)]
        var next = 0
        while next < ways.count {
            let way = ways[next]
            if way.end == goal { return way.stages }
            for stage in stages where ObjectIdentifier(stage.from) == way.end {
                let end = ObjectIdentifier(stage.to)
                if seen.insert(end).inserted { ways.append((end, way.stages + [stage])) }
            }
            next += 1
        }
        return nil
    }
}
