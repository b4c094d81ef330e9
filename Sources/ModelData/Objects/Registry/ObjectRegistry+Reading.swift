// Reads required targets together with the objects that require them, so that a getter always has an object to return.

extension ObjectRegistry {
    /// Runs work that reads objects, and then loads the targets of their required relationships, and the targets that
    /// these require. An object retains its required targets until it leaves the context.
    ///
    /// - Throws: The error of the work; ``ModelDataError/unreadableValue(model:property:record:problem:)`` for an object
    ///   with a required target that is missing or unreadable. Such a new object isn't registered.
    @inline(__always)
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        let start = incomplete.count
        let result: Result
        do {
            result = try work()
        } catch {
            if incomplete.count > start, !isCompleting { incomplete.removeSubrange(start...) }
            throw error
        }
        // While targets are loaded, the loop there takes the objects that require further ones.
        if incomplete.count > start, !isCompleting { try complete(from: start) }
        return result
    }

    @inline(never)
    private func complete(from start: Int) throws {
        guard let context else { return incomplete.removeSubrange(start...) }
        isCompleting = true
        defer { isCompleting = false }
        var requirements: [Requirement] = []
        while incomplete.count > start {
            let added = Array(incomplete[start...])
            incomplete.removeSubrange(start...)
            for model in added {
                for relationship in model._$state.layout?.shape.required ?? [] {
                    requirements.append(
                        Requirement(
                            model: model, relationship: relationship,
                            former: model._$target(relationship.column)))
                }
            }
            loadRequired(of: added, RelationshipLoader(context))
        }
        if let error = removeUnreadable(requirements) { throw error }
    }

    /// A required relationship of an object that was read.
    private struct Requirement {
        let model: any PersistentModel
        let relationship: RelationshipShape
        /// The object before the read; nil for a new object.
        let former: (any PersistentModel)?

        var end: LinkEnd { LinkEnd(model, relationship) }

        var error: ModelDataError {
            let state = model._$state
            let record = state.links?[relationship.index].record ?? 0
            return .unreadableValue(
                model: state.layout?.name ?? "", property: relationship.name, record: state.record,
                problem: record == 0
                    ? .missing
                    : .unreadable(content: "\(record)", type: relationship.target._$entityName))
        }
    }

    private func loadRequired(of models: [any PersistentModel], _ loader: RelationshipLoader) {
        var groups: [ObjectIdentifier: [any PersistentModel]] = [:]
        for model in models { groups[ObjectIdentifier(type(of: model)), default: []].append(model) }
        for group in groups.values {
            for relationship in group.first?._$state.layout?.shape.required ?? [] {
                if (try? loader.load(group, relationship)) != nil { continue }
                // One unreadable target fails the query for all of them.
                for model in group { try? loader.load([model], relationship) }
            }
        }
    }

    /// Removes new objects that lack a required target, and those that require them. Other objects keep their former
    /// targets.
    ///
    /// - Returns: The error of the first one, in the order in which they were read; nil if there is none.
    private func removeUnreadable(_ requirements: [Requirement]) -> ModelDataError? {
        var unreadable = requirements.indices.filter { requirements[$0].end.target == nil }
        if unreadable.isEmpty { return nil }
        var requiring: [ObjectIdentifier: [Int]] = [:]
        for (index, requirement) in requirements.enumerated() {
            guard let target = requirement.end.target else { continue }
            requiring[ObjectIdentifier(target), default: []].append(index)
        }
        var next = 0
        while next < unreadable.count {
            let requirement = requirements[unreadable[next]]
            if requirement.former == nil {
                // Others that require it can't be read either.
                unreadable += requiring.removeValue(forKey: ObjectIdentifier(requirement.model)) ?? []
                requirement.model._$state.detach(as: .transient)
            } else {
                requirement.end.unload(keeping: requirement.former)
            }
            next += 1
        }
        return unreadable.min().map { requirements[$0].error }
    }
}

/// Finds the property to name in the error of a row that can't be read or written.
struct ColumnProblems {
    let layout: EntityLayout

    /// Returns the error for an unreadable value; decodes each column again to find it.
    func unreadable(_ row: ModelRow, record: Int64, _ problem: ValueProblem) -> ModelDataError {
        for (index, column) in layout.columns.enumerated() where column.isValue {
            if let found = decodingProblem(of: column.codec, row, index) {
                return .unreadableValue(
                    model: layout.name, property: column.name, record: record, problem: found)
            }
        }
        return .unreadableValue(model: layout.name, property: "", record: record, problem: problem)
    }

    private func decodingProblem<C: ColumnCodec>(
        of codec: C.Type, _ row: ModelRow, _ column: Int
    ) -> ValueProblem? {
        do {
            _ = try codec.decode(row, column)
            return nil
        } catch {
            return error as? ValueProblem
        }
    }

    /// Returns the error for a value that can't be stored; encodes each column again to find it.
    func invalid(_ model: any PersistentModel, _ problem: ValueProblem) -> ModelDataError {
        let record = model._$state.record.recordNumber
        for (index, column) in layout.columns.enumerated() where column.isValue {
            do {
                _ = try model._$stored(index)
            } catch {
                return .invalidValue(
                    model: layout.name, property: column.name, record: record,
                    problem: error as? ValueProblem ?? problem)
            }
        }
        return .invalidValue(model: layout.name, property: "", record: record, problem: problem)
    }
}
