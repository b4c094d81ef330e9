import Foundation
import Testing

@testable import ModelData
@testable import StoreMaintenance

/// A store with trips, sights and labels, to be damaged and repaired.
struct MaintenanceTestStore {
    static let types: [any PersistentModel.Type] = [
        Trip.self, Sight.self, Hotel.self, Label.self, Person.self, Note.self, Plan.self,
    ]

    let directory: TemporaryDirectory
    var url: URL { directory.file() }
    var maintainer: StoreMaintainer { StoreMaintainer(url: url, for: Schema(Self.types), lockTimeout: 2) }

    /// Creates a store with a number of trips of ten sights each.
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
        // This name is longer than a page of the store.
        context.insert(Hotel(name: String(repeating: "long ", count: 4000)))
        try context.save()
        try context.close()
    }

    func container() throws -> ModelContainer {
        try ModelContainer(for: Schema(Self.types), configurations: ModelConfiguration(url: url))
    }

    func context() throws -> ModelContext { ModelContext(try container()) }

    /// Creates a backup of the store.
    func backup() throws -> URL {
        let copy = directory.file("copy.store")
        try maintainer.backup(to: copy)
        return copy
    }

    /// Changes bytes of the file.
    func damage(_ change: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: url)
        change(&data)
        try data.write(to: url)
    }

    /// Returns the titles of all sights, by record number.
    func titles() throws -> [Int64: String] {
        let context = try context()
        defer { try? context.close() }
        return Dictionary(
            uniqueKeysWithValues: try context.fetch(FetchDescriptor<Sight>()).compactMap { sight in
                sight.persistentModelID.recordNumber.map { ($0, sight.title) }
            })
    }

    /// Returns the numbers of all records and links, by table.
    func records() throws -> [String: Set<Int64>] {
        let connection = try SQLFile(url.path, .existing, timeout: 2)
        var records: [String: Set<Int64>] = [:]
        for table in try connection.texts(Migration.modelTables) {
            let numbers = try connection.rows("SELECT _id FROM \(table.quotedSQL)").compactMap { row in
                if case .integer(let number) = row[0] { number } else { nil }
            }
            records[table] = Set(numbers)
        }
        return records
    }

    /// Returns the number of the root page of each table, by the table's name. The first page has the number
    /// 1.
    func roots() throws -> [String: Int] {
        let connection = try SQLFile(url.path, .existing, timeout: 2)
        var roots: [String: Int] = [:]
        for row in try connection.rows("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'") {
            if case .text(let name) = row[0], case .integer(let root) = row[1] { roots[name] = Int(root) }
        }
        return roots
    }

    /// Reads every record of every model through a context.
    func readEverything() throws {
        let context = try context()
        defer { try? context.close() }
        func read<Model: PersistentModel>(_ type: Model.Type) throws {
            _ = try context.fetch(FetchDescriptor<Model>())
        }
        for type in Self.types { try read(type) }
    }

    /// Expects that the store is intact and usable, and that the repair reports all missing data as lost.
    ///
    /// - Parameters:
    ///   - repair: The repair's result.
    ///   - before: The numbers of all records before the damage, by table.
    ///   - note: The location of the damage.
    func expectRepaired(
        _ repair: StoreRepair, from before: [String: Set<Int64>], _ note: Comment
    ) throws {
        #expect(try maintainer.problems() == [], note)
        let after = try records()
        #expect(Set(after.keys).isSuperset(of: before.keys), note)
        for (table, numbers) in before {
            let found = after[table] ?? []
            #expect(found.isSubset(of: numbers), "\(note): \(table) \(found.subtracting(numbers))")
            guard let lost = repair.tables.first(where: { $0.name == table }) else {
                Issue.record("\(note): nothing is said of \(table)")
                continue
            }
            #expect(lost.saved == found.count, "\(note): \(table)")
            let unnamed = numbers.subtracting(found).filter { number in
                !lost.isOpenEnded && !lost.lost.contains { $0.contains(number) }
            }
            #expect(unnamed.isEmpty, "\(note): \(table) \(unnamed.sorted())")
        }
        try readEverything()
        let context = try context()
        let added = Sight("new")
        context.insert(added)
        try context.save()
        // A new record never gets the number of an earlier record.
        let isOpenEnded = repair.tables.contains { $0.name == "Sight" && $0.isOpenEnded }
        let greatest = before["Sight"]?.max() ?? 0
        #expect((added.persistentModelID.recordNumber ?? 0) > greatest || isOpenEnded, note)
        try context.close()
    }
}
