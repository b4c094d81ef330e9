import Foundation
import Testing

@testable import ModelData

@Suite("Translation of predicates to SQL")
struct TranslationTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try memory(Everything.self, Edition.self))
    }

    /// Returns whether SQL evaluates the whole predicate.
    private func isSQL(_ predicate: Predicate<Everything>) throws -> Bool {
        let table = try context.table(for: Everything.self)
        return !FetchPlan(FetchDescriptor(predicate: predicate), table).filtersInMemory
    }

    @Test func `SQL alone evaluates the usual forms`() throws {
        let date = Date.now
        let status = Status.completed
        let raw = "completed"
        let identifiers: Set<PersistentIdentifier> = []
        let search = "x".searchFolded
        #expect(try isSQL(#Predicate { $0.key > 1 && $0.text == "x" || !$0.flag }))
        #expect(try isSQL(#Predicate { ($0.optionalInt ?? 0) + 1 > $0.key * 2 }))
        #expect(try isSQL(#Predicate { $0.optionalText == nil && $0.date < date }))
        #expect(try isSQL(#Predicate { $0.optionalInt! > 1 && $0.optionalDate! > date }))
        #expect(try isSQL(#Predicate { $0.status == status && $0.optionalStatus != status }))
        #expect(try isSQL(#Predicate { $0.status.rawValue == raw }))
        #expect(try isSQL(#Predicate { $0.optionalStatus?.rawValue == raw }))
        #expect(try isSQL(#Predicate { $0.text.contains("a") && $0.text.starts(with: "b") }))
        #expect(try isSQL(#Predicate { $0.text.localizedStandardContains("a") }))
        #expect(try isSQL(#Predicate { $0.text.searchFolded.contains(search) }))
        #expect(try isSQL(#Predicate { $0.optionalText?.localizedStandardContains("a") == true }))
        #expect(try isSQL(#Predicate { $0.text.isEmpty || $0.text.count > 3 }))
        #expect(try isSQL(#Predicate { (1...3).contains($0.key) && [1, 2].contains($0.optionalInt) }))
        #expect(try isSQL(#Predicate { $0.flag ? $0.key > 5 : $0.key < 2 }))
        #expect(try isSQL(#Predicate { if let date = $0.optionalDate { date > date } else { $0.flag } }))
        #expect(try isSQL(#Predicate { identifiers.contains($0.persistentModelID) }))
        #expect(try isSQL(#Predicate { $0.optionalDecimal == nil && $0.optionalPlace != nil }))
        #expect(try isSQL(.true))
    }

    @Test func `Conditions that SQL would get wrong are evaluated in memory`() throws {
        let number = Decimal(1)
        let big = UInt64.max
        #expect(try !isSQL(#Predicate { $0.decimal == number }))
        #expect(try !isSQL(#Predicate { $0.float + 1 > 2 }))
        #expect(try !isSQL(#Predicate { $0.double / $0.double > 1 }))
        #expect(try !isSQL(#Predicate { $0.unsigned64 < big }))
        #expect(try !isSQL(#Predicate { $0.tags.contains("a") }))
        #expect(try !isSQL(#Predicate { $0.key == 1 && $0.place.city == "x" }))
    }

    @Test func `A unique property is looked up by its index`() throws {
        let table = try context.table(for: Everything.self)
        let plan = FetchPlan(
            FetchDescriptor<Everything>(predicate: #Predicate { $0.key == 5 && $0.flag }), table)
        let (sql, arguments) = plan.sql(selecting: table.layout.selection, isLimited: true)
        let steps = try table.session.connection.perform {
            try $0.rows("EXPLAIN QUERY PLAN \(sql)", arguments).compactMap { $0.last?.description }
        }
        #expect(steps == ["SEARCH Everything USING INDEX _index_Everything_unique_key (key=?)"])
    }

    @Test func `An index of several properties is used`() throws {
        let table = try context.table(for: Edition.self)
        let plan = FetchPlan(
            FetchDescriptor<Edition>(predicate: #Predicate { $0.publisher == "x" }), table)
        let (sql, arguments) = plan.sql(selecting: table.layout.selection, isLimited: true)
        let steps = try table.session.connection.perform {
            try $0.rows("EXPLAIN QUERY PLAN \(sql)", arguments).compactMap { $0.last?.description }
        }
        #expect(steps == ["SEARCH Edition USING INDEX _index_Edition_on_publisher (publisher=?)"])
    }
}
