import Foundation
import ModelData
import Testing

/// A store with trips, their sights and labels, for damage and its repair.
struct CareStore {
    static let types: [any PersistentModel.Type] = [
        Trip.self, Sight.self, Hotel.self, Label.self, Person.self, Note.self, Plan.self,
    ]

    let directory: TemporaryDirectory
    var url: URL { directory.file() }
    var care: StoreCare { StoreCare(url: url, for: Schema(Self.types), lockTimeout: 2) }

    /// Fills a store, with so many trips of ten sights each.
    init(trips: Int) throws {
        directory = try TemporaryDirectory()
        let context = try context()
        for number in 0..<trips {
            let trip = Trip(name: "trip \(number)")
            context.insert(trip)
            for place in 0..<10 {
                let sight = Sight("sight \(number).\(place) " + String(repeating: "x", count: 60), trip: trip)
                context.insert(sight)
            }
            try context.save()
        }
        let label = Label("far")
        context.insert(label)
        for sight in try context.fetch(FetchDescriptor<Sight>()).prefix(5) { sight.labels.append(label) }
        // Longer than a page.
        context.insert(Hotel(name: String(repeating: "long ", count: 4000)))
        try context.save()
        try context.close()
    }

    func container() throws -> ModelContainer {
        try ModelContainer(for: Schema(Self.types), configurations: ModelConfiguration(url: url))
    }

    func context() throws -> ModelContext { ModelContext(try container()) }

    /// Changes bytes of the file, as damage does.
    func damage(_ change: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: url)
        change(&data)
        try data.write(to: url)
    }

    /// The titles of all sights, by their numbers.
    func titles() throws -> [Int64: String] {
        let context = try context()
        defer { try? context.close() }
        return Dictionary(
            uniqueKeysWithValues: try context.fetch(FetchDescriptor<Sight>()).compactMap { sight in
                sight.persistentModelID.recordNumber.map { ($0, sight.title) }
            })
    }

    /// Expects that the store is whole, can be used, and says of everything that isn't there any more that it is lost.
    func expectRepaired(_ repair: StoreRepair, from before: [Int64: String], _ note: Comment) throws {
        #expect(try care.problems() == [], note)
        let after = try titles()
        let lost = try #require(repair.tables.first { $0.name == "Sight" }, note)
        for number in before.keys where after[number] == nil {
            #expect(lost.isOpenEnded || lost.lost.contains { $0.contains(number) }, "\(note): \(number)")
        }
        #expect(lost.saved == after.count, note)
        let context = try context()
        let added = Sight("new")
        context.insert(added)
        try context.save()
        // A number is never used again.
        #expect(
            (added.persistentModelID.recordNumber ?? 0) > (before.keys.max() ?? 0) || lost.isOpenEnded, note)
        try context.close()
    }
}
