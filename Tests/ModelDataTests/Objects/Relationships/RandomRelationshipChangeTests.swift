import Foundation
import Testing

@testable import ModelData

/// Random changes to models with every kind of relationship, checked after each step.
@Suite("Random changes to relationships")
struct RandomRelationshipChangeTests {
    @Test(arguments: [11_715_043_917_943_786_829, SeededGenerator.newSeed])
    func `Both sides agree in memory and in the store through undo and redo of saves`(seed: UInt64) throws {
        print("seed \(seed)")
        let container = try travel()
        let context = ModelContext(container)
        var work = RandomChanges(seed: seed, context: context)
        var shapes = [try shape(context)]
        for _ in 0..<50 {
            for _ in 0..<5 {
                try work.step()
                // Without this, the next step finds deleted objects in their lists.
                guard work.chance(2) else { continue }
                context.processPendingChanges()
                try agree(context, seed)
            }
            context.processPendingChanges()
            try agree(context, seed)
            if work.chance(5) {
                context.rollback()
                #expect(
                    try difference(shape(context), shapes[shapes.count - 1]).isEmpty, "rollback, seed \(seed)"
                )
                continue
            }
            let count = try context.historySummaries(limit: 1).first?.id
            guard try work.save() else {
                #expect(
                    try difference(shape(context), shapes[shapes.count - 1]).isEmpty,
                    "rollback of what was refused, seed \(seed)")
                continue
            }
            let own = try shape(context)
            #expect(try difference(shape(ModelContext(container)), own).isEmpty, "save, seed \(seed)")
            let all = try objects(context)
            let stored = try context.storedLinks(of: all)
            #expect(difference(context.links(of: all), stored).isEmpty, "rows, seed \(seed)")
            if try context.historySummaries(limit: 1).first?.id != count { shapes.append(own) }
        }
        #expect(try container.integrityCheck().isEmpty)
        for expected in shapes.dropLast().reversed() {
            try context.undoLastTransaction()
            #expect(try difference(shape(context), expected).isEmpty, "undo, seed \(seed)")
            try agree(context, seed)
        }
        for expected in shapes.dropFirst() {
            try context.redoLastTransaction()
            #expect(try difference(shape(context), expected).isEmpty, "redo, seed \(seed)")
            try agree(context, seed)
        }
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test(arguments: [2_718_281_828_459_045, 11_715_043_917_943_786_829])
    func `Both sides agree while an undo manager undoes and redoes steps, saved or not`(seed: UInt64) throws {
        print("seed \(seed)")
        let container = try travel()
        let context = ModelContext(container)
        let manager = UndoManager()
        var work = RandomChanges(seed: seed, context: context)
        work.takesPlans = false
        for _ in 0..<8 { try work.randomSteps() }
        guard try work.save() else { return }
        context.undoManager = manager
        var shapes = [try names(context)]
        for _ in 0..<20 {
            try work.randomSteps()
            context.processPendingChanges()
            try agree(context, seed)
            if manager.undoCount == shapes.count { shapes.append(try names(context)) }
        }
        for _ in 0..<3 {
            for (index, expected) in shapes.enumerated().dropLast().reversed() {
                manager.undo()
                let wrong = try difference(names(context), expected)
                #expect(wrong.isEmpty, "undo to \(index), seed \(seed): \(wrong)")
                try agree(context, seed)
                if work.chance(4), try work.isSaved() {
                    #expect(
                        try difference(names(context), expected).isEmpty,
                        "saved undo to \(index), seed \(seed)")
                    let stored = try difference(names(ModelContext(container)), expected)
                    #expect(stored.isEmpty, "saved undo, seed \(seed): \(stored)")
                    try agree(context, seed)
                }
            }
            for (index, expected) in shapes.enumerated().dropFirst() {
                manager.redo()
                let wrong = try difference(names(context), expected)
                #expect(wrong.isEmpty, "redo to \(index), seed \(seed): \(wrong)")
                try agree(context, seed)
            }
        }
    }
}

/// Changes models at random.
private struct RandomChanges {
    private var random: SeededGenerator
    private let context: ModelContext
    private var count = 0
    /// Whether a trip with a plan may get another plan. Every save refuses this, because the old plan needs a
    /// trip.
    var takesPlans = true

    init(seed: UInt64, context: ModelContext) {
        random = SeededGenerator(seed: seed)
        self.context = context
    }

    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// Saves, and returns whether that succeeded. If a rule refuses the save, the changes stay unsaved.
    func isSaved() throws -> Bool {
        do {
            try context.save()
            return true
        } catch ModelDataError.deleteDenied, ModelDataError.missingRelationship {
            return false
        }
    }

    private mutating func pick<T: PersistentModel>(_ type: T.Type) throws -> T? {
        try context.fetch(FetchDescriptor<T>()).randomElement(using: &random)
    }

    private mutating func some<T: PersistentModel>(_ type: T.Type, _ count: Int = 3) throws -> [T] {
        Array(try context.fetch(FetchDescriptor<T>()).shuffled(using: &random).prefix(count))
    }

    private mutating func name() -> String {
        count += 1
        return "\(random.next() % 1000)-\(count)"
    }

    mutating func randomSteps() throws {
        for _ in 0..<Int.random(in: 1...5, using: &random) { try step() }
    }

    /// Saves, and returns whether that succeeded. If a rule refuses the save, all changes are rolled back.
    mutating func save() throws -> Bool {
        do {
            try context.save()
            return true
        } catch ModelDataError.deleteDenied, ModelDataError.missingRelationship,
            ModelDataError.recordGone, ModelDataError.relatedRecordGone, ModelDataError.notUnique
        {
            context.rollback()
            return false
        }
    }

    private mutating func changeListInPlace() throws {
        guard let trip = try pick(Trip.self), let node = try pick(Node.self) else { return }
        if chance(3) { trip.sights.removeAll() }
        let flags = trip.sights.map { _ in chance(2) }
        var next = -1
        trip.sights.removeAll { _ in
            next += 1
            return flags[next]
        }
        let place = Int.random(in: 0...trip.sights.count, using: &random)
        trip.sights.insert(Sight(name()), at: place)
        if let child = try pick(Node.self) { node.friends.insert(child, at: 0) }
        if !node.children.isEmpty { node.children.swapAt(0, node.children.count - 1) }
    }

    mutating func step() throws {
        switch Int.random(in: 0..<32, using: &random) {
        case 0: context.insert(Trip(name: name()))
        case 1, 2: context.insert(Sight(name(), trip: try pick(Trip.self)))
        case 3: context.insert(Label(name()))
        case 4: try pick(Sight.self)?.trip = chance(2) ? nil : try pick(Trip.self)
        case 5: try pick(Trip.self)?.sights.shuffle(using: &random)
        case 6: try pick(Trip.self)?.sights = try some(Sight.self)
        case 7: if let label = try pick(Label.self) { try pick(Sight.self)?.labels.append(label) }
        case 8: try pick(Label.self)?.sights = try some(Sight.self, 4)
        case 9: try pick(Sight.self)?.labels.shuffle(using: &random)
        case 10: try pick(Sight.self).map { context.delete($0) }
        case 11: try pick(Trip.self).map { context.delete($0) }
        case 12: context.insert(Person(name: name()))
        case 13: try pick(Trip.self)?.leader = chance(3) ? nil : try pick(Person.self)
        case 14: try pick(Person.self)?.led = try some(Trip.self)
        case 15: if chance(2) { try pick(Person.self).map { context.delete($0) } }
        case 16:
            if let trip = try pick(Trip.self), takesPlans || trip.plan == nil {
                context.insert(Plan(text: name(), trip: trip))
            }
        case 17:
            if let plan = try pick(Plan.self), let trip = try pick(Trip.self), takesPlans || trip.plan == nil
            {
                plan.trip = trip
            }
        case 18:
            let plans = try some(Plan.self, 2)
            if plans.count == 2 {
                let first = plans[0].trip
                plans[0].trip = plans[1].trip
                plans[1].trip = first
            }
        case 19: try pick(Plan.self).map { context.delete($0) }
        case 20: context.insert(Node(name()))
        case 21:
            if let node = try pick(Node.self), let parent = try pick(Node.self) { node.parent = parent }
        case 22: try pick(Node.self)?.children = try some(Node.self, 2)
        case 23: try pick(Node.self)?.friends = try some(Node.self)
        case 24: if chance(2) { try pick(Node.self).map { context.delete($0) } }
        case 25: try changeListInPlace()
        case 26: try pick(Trip.self)?.sights.append(Sight(name()))
        case 27: try pick(Trip.self)?.sights += try some(Sight.self)
        case 28: if let trip = try pick(Trip.self), !trip.sights.isEmpty { trip.sights.removeLast() }
        case 29:
            let start = "\(Int.random(in: 1...9, using: &random))"
            if chance(2) {
                try context.delete(model: Node.self, where: #Predicate { $0.name.starts(with: start) })
            } else {
                try context.delete(model: Label.self, where: #Predicate { $0.word.starts(with: start) })
            }
        default:
            if chance(2) { context.insert(Hotel(name: name())) }
            try pick(Trip.self)?.hotels = try some(Hotel.self, 2)
            if chance(4) { try pick(Hotel.self).map { context.delete($0) } }
        }
    }
}

/// Returns all objects of the context, in record order.
private func objects(_ context: ModelContext) throws -> [any PersistentModel] {
    func all<T: PersistentModel>(_ type: T.Type) throws -> [any PersistentModel] {
        try context.fetch(FetchDescriptor<T>())
    }
    return try all(Trip.self) + all(Sight.self) + all(Label.self) + all(Hotel.self) + all(Person.self)
        + all(Plan.self) + all(Node.self)
}

private func related(
    _ model: any PersistentModel, _ relationship: RelationshipShape
) -> [any PersistentModel] {
    model._$state.load(model, relationship.column)
    return model._$relate(relationship.column, .read)
}

/// Requires that relationships contain no duplicates or deleted objects, and that both sides agree.
private func agree(_ context: ModelContext, _ seed: UInt64) throws {
    for model in try objects(context) {
        for relationship in ModelShape.of(type(of: model)).relationships {
            let elements = related(model, relationship)
            let place = "\(type(of: model)) \(model.persistentModelID) \(relationship.name), seed \(seed)"
            #expect(Set(elements.map { ObjectIdentifier($0) }).count == elements.count, "\(place)")
            // A required relationship may contain a deleted target until it is replaced or a save is refused.
            if relationship.isRequired { continue }
            for element in elements {
                // If a delete rule forbids the deletion, the relationship still contains the deleted object.
                if relationship.inverseRule == .deny, element.isGone { continue }
                // A changed list may contain objects that another context has deleted. Saving it is refused.
                if element.isDeletedElsewhere, model.hasChanges { continue }
                #expect(!element.isGone, "\(place)")
                #expect(element.modelContext === context, "\(place)")
                guard let inverse = relationship.inverse else { continue }
                if inverse.isRequired, related(element, inverse).first?.isGone == true { continue }
                let back = related(element, inverse).filter { $0 === model }
                #expect(back.count == 1, "\(place) and \(element.persistentModelID)")
            }
        }
    }
}

/// Returns the differences between two lists of descriptions.
private func difference(_ own: [String], _ expected: [String]) -> [String] {
    own.filter { !expected.contains($0) }.map { "is \($0)" }
        + expected.filter { !own.contains($0) }.map { "should be \($0)" }
}

/// Returns all links, described by record numbers.
private func shape(_ context: ModelContext) throws -> [String] {
    try describe(context) { "\($0.persistentModelID.recordNumber ?? 0)" }
}

/// Returns all links, described by names. Restored objects keep their names.
private func names(_ context: ModelContext) throws -> [String] {
    try describe(context) { model in
        switch model {
        case let trip as Trip: trip.name
        case let sight as Sight: sight.title
        case let label as Label: label.word
        case let hotel as Hotel: hotel.name
        case let person as Person: person.name
        case let plan as Plan: plan.text
        case let node as Node: node.name
        default: ""
        }
    }.sorted()
}

private func describe(
    _ context: ModelContext, _ name: (any PersistentModel) -> String
) throws -> [String] {
    try objects(context).map { model in
        let links = ModelShape.of(type(of: model)).relationships.map { relationship in
            "\(relationship.name) \(related(model, relationship).map(name))"
        }
        return "\(type(of: model)) \(name(model)): \(links.joined(separator: ", "))"
    }
}
