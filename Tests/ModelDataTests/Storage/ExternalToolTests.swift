import Foundation
import Testing

@testable import ModelData

@Suite("Stores changed by other tools")
struct ExternalToolTests {
    private let directory: TemporaryDirectory
    private let context: ModelContext
    /// A plain connection, as another SQLite tool would use.
    private let tool: StoreConnection

    init() throws {
        directory = try TemporaryDirectory()
        context = ModelContext(try container(directory.file(), Everything.self))
        for key in 1...3 { context.insert(Everything(key: key)) }
        try context.save()
        tool = try StoreConnection(path: directory.file().path, timeout: 5)
    }

    private func edit(_ sql: String) throws {
        try tool.perform { try $0.execute(sql) }
    }

    @Test func `A store contains its models as plain tables`() throws {
        let rows = try tool.perform {
            try $0.rows(
                """
                SELECT key, flag, text, hex(data), status, stars, place, tags,
                    datetime(optionalDate + 978307200, 'unixepoch'), typeof(date), optionalInt
                FROM Everything WHERE _id = 1
                """)
        }
        #expect(
            rows == [
                [
                    .integer(1), .integer(1), .text("zażółć"), .text("0001FF"), .text("completed"),
                    .integer(3), .text(#"{"city":"Łódź","latitude":51.75}"#), .text("[]"), .null,
                    .text("real"), .null,
                ]
            ])
        let strict = try tool.perform {
            try $0.rows("SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite%'")
        }
        #expect(strict.isEmpty)
        #expect(try tool.perform { try $0.rows("PRAGMA journal_mode") } == [[.text("wal")]])
    }

    @Test(arguments: [
        ("DROP TABLE Everything", "Everything"), ("ALTER TABLE Everything DROP COLUMN text", "text"),
    ])
    func `A store without one of its tables or columns is reported as damaged`(
        sql: String, missing: String
    ) throws {
        try edit(sql)
        let path = directory.file().path
        let error = #expect(throws: ModelDataError.self) {
            try ModelContext(try container(directory.file(), Everything.self))
                .fetch(FetchDescriptor<Everything>())
        }
        guard case .damaged(path, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains(missing))
    }

    @Test func `An edit by another tool is detected and read`() throws {
        let first = try #require(try context.object(Everything.self, number: 1))
        #expect(try !context.storeChangedElsewhere())
        try edit("UPDATE Everything SET text = 'edited' WHERE _id = 1")
        #expect(try context.storeChangedElsewhere())
        #expect(first.text == "edited")
    }

    @Test func `An unreadable value is named in the error, and the other records can be read`() throws {
        let edits: [(String, String, ValueProblem)] = [
            ("status", "'lost'", .unreadable(content: "lost", type: "Status")),
            ("stars", "9", .unreadable(content: "9", type: "Stars")),
            ("place", "'{'", .unreadable(content: "{", type: "Place")),
            ("uuid", "'x'", .unreadable(content: "x", type: "UUID")),
            ("int8", "300", .unreadable(content: "300", type: "Int8")),
            ("decimal", "'x'", .unreadable(content: "x", type: "Decimal")),
        ]
        for (column, value, problem) in edits {
            try edit("SAVEPOINT edit")
            try edit("UPDATE Everything SET \(column) = \(value) WHERE _id = 2")
            try edit("RELEASE edit")
            let fresh = ModelContext(context.container)
            #expect(
                throws: ModelDataError.unreadableValue(
                    model: "Everything", property: column, record: 2, problem: problem)
            ) { try fresh.fetch(FetchDescriptor<Everything>()) }
            #expect(
                try fresh.fetch(FetchDescriptor<Everything>(predicate: #Predicate { $0.key != 2 })).count == 2
            )
            try edit(
                "UPDATE Everything SET \(column) = (SELECT \(column) FROM Everything WHERE _id = 1) WHERE _id = 2"
            )
        }
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Everything>()).count == 3)
    }

    @Test func `NULL in a required column is named in the error, and the other records can be read`() throws {
        // Recreate the table without its constraints, as another tool may do.
        let columns = try context.allSessions()[0].connection.perform {
            try $0.rows("SELECT name, type FROM pragma_table_info('Everything')").map {
                $0.map(\.description)
            }
        }
        let definitions = columns.map { $0[0] == "_id" ? "_id INTEGER PRIMARY KEY" : "\"\($0[0])\" \($0[1])" }
        try edit("PRAGMA foreign_keys = OFF")
        try edit("CREATE TABLE copy (\(definitions.joined(separator: ", ")))")
        try edit("INSERT INTO copy SELECT * FROM Everything")
        try edit("DROP TABLE Everything")
        try edit("ALTER TABLE copy RENAME TO Everything")
        let metadata = Everything.schemaMetadata.filter { !$0.codec.isOptional && $0.name != "key" }
        #expect(metadata.count > 15)
        for property in metadata {
            try edit("UPDATE Everything SET \"\(property.name)\" = NULL WHERE _id = 2")
            let fresh = ModelContext(context.container)
            #expect(
                throws: ModelDataError.unreadableValue(
                    model: "Everything", property: property.name, record: 2, problem: .missing),
                "\(property.name)"
            ) { try fresh.fetch(FetchDescriptor<Everything>()) }
            let readable = try fresh.fetchReadable(FetchDescriptor<Everything>())
            #expect(readable.models.count == 2, "\(property.name)")
            #expect(readable.unreadable.count == 1, "\(property.name)")
            try edit(
                "UPDATE Everything SET \"\(property.name)\" = "
                    + "(SELECT \"\(property.name)\" FROM Everything WHERE _id = 1) WHERE _id = 2")
        }
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Everything>()).count == 3)
    }

    @Test func `A full disk fails the save and keeps everything`() throws {
        let session = try context.allSessions()[0]
        try session.connection.perform { connection in
            let pages = try connection.number("PRAGMA page_count")
            _ = try connection.value("PRAGMA max_page_count = \(pages + 2)")
        }
        for key in 10..<500 { context.insert(Everything(key: key)) }
        #expect(throws: ModelDataError.diskFull(path: directory.file().path)) { try context.save() }
        #expect(context.insertedModelsArray.count == 490)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Everything>()) == 3)
        try session.connection.perform { _ = try $0.value("PRAGMA max_page_count = 1000000") }
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Everything>()) == 493)
    }

    @Test func `After a disk-full error a transaction can be rolled back`() throws {
        let session = try context.allSessions()[0]
        try context.beginTransaction()
        context.insert(Everything(key: 9))
        try context.save()
        try session.connection.perform { connection in
            let pages = try connection.number("PRAGMA page_count")
            _ = try connection.value("PRAGMA max_page_count = \(pages + 2)")
        }
        for key in 10..<500 { context.insert(Everything(key: key)) }
        #expect(throws: ModelDataError.diskFull(path: directory.file().path)) {
            try context.commitTransaction()
        }
        context.rollbackTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 3)
        #expect(!context.hasChanges)
        #expect(!context.isInTransaction)
    }

    @Test func `A transaction that SQLite ended can only be rolled back`() throws {
        let session = try context.allSessions()[0]
        let object = try #require(try context.object(Everything.self, number: 1))
        try context.beginTransaction()
        object.text = "in the transaction"
        try context.save()
        try session.connection.perform { try $0.execute("ROLLBACK") }
        object.text = "later"
        let lost = ModelDataError.transactionLost(path: directory.file().path)
        #expect(throws: lost) { try context.save() }
        #expect(throws: lost) { try context.commitTransaction() }
        context.rollbackTransaction()
        #expect(object.text == "zażółć")
        object.text = "again"
        try context.save()
        #expect(try context.historySummaries().count == 2)
    }

    @Test func `A store of a newer format is refused`() throws {
        try edit("UPDATE _modeldata SET value = '2' WHERE key = 'format'")
        #expect(
            throws: ModelDataError.storeIsNewer(
                path: directory.file().path, storeVersion: "format 2", ownVersion: "format 1")
        ) { try container(directory.file(), Everything.self) }
    }

    @Test func `A damaged history causes an error that names the transaction, and the data stay readable`()
        throws
    {
        try edit("UPDATE _history_change SET records = x'FFFFFF'")
        #expect(
            throws: ModelDataError.damagedHistory(path: directory.file().path, transaction: 1)
        ) { try context.undoLastTransaction() }
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 3)
    }
}
