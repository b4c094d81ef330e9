import Foundation
import GRDB

/// A subject for comparison: GRDB's Codable records, used as GRDB's guide recommends.
final class RecordSubject: Subject {
    private let queue: DatabaseQueue
    private var books: [BookRecord] = []
    private var authors: [AuthorRecord] = []

    struct BookRecord: Codable, FetchableRecord, MutablePersistableRecord {
        static let databaseTableName = "Book"
        static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
            .timeIntervalSinceReferenceDate
        }
        static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
            .timeIntervalSinceReferenceDate
        }

        var id: Int64?
        var isbn: String
        var title: String
        var author: String
        var status: BookRow.Status
        var pages: Int
        var rating: Int?
        var price: Double
        var added: Date
        var finished: Date?

        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case isbn, title, author, status, pages, rating, price, added, finished
        }

        init(_ row: BookRow) {
            isbn = row.isbn
            title = row.title
            author = row.author
            status = row.status
            pages = row.pages
            rating = row.rating
            price = row.price
            added = row.added
            finished = row.finished
        }

        mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
    }

    struct AuthorRecord: Codable, FetchableRecord, MutablePersistableRecord {
        static let databaseTableName = "Author"
        static let works = hasMany(WorkRecord.self, using: ForeignKey(["author"]))
            .order(Column("_author_order"), Column("_id"))
        var id: Int64?
        var name: String
        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case name
        }
        mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
    }

    struct WorkRecord: Codable, FetchableRecord, MutablePersistableRecord {
        static let databaseTableName = "Work"
        var id: Int64?
        var title: String
        var pages: Int
        var author: Int64?
        var order: Int
        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case order = "_author_order"
            case title, pages, author
        }
        mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
    }

    init(folder: URL) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: Schema.settings) }
        queue = try DatabaseQueue(
            path: folder.appending(path: "records.store").path, configuration: configuration)
        try queue.write { try $0.execute(sql: Schema.tables) }
    }

    func insert(_ rows: [BookRow]) throws {
        try queue.write { database in
            for row in rows {
                var record = BookRecord(row)
                try record.insert(database)
            }
        }
    }

    func fetchAll() throws -> Double {
        let books = try queue.read { try BookRecord.order(Column("_id")).fetchAll($0) }
        var sum = 0.0
        for book in books { sum += weight(title: book.title, pages: book.pages, added: book.added) }
        return sum
    }

    func lookUp(_ isbns: [String]) throws -> Int {
        var sum = 0
        for isbn in isbns {
            sum += try queue.read { try BookRecord.filter(Column("isbn") == isbn).fetchOne($0)?.pages ?? 0 }
        }
        return sum
    }

    func prepareChange() throws { books = try queue.read { try BookRecord.fetchAll($0) } }

    func changeAll() throws {
        try queue.write { database in
            for index in books.indices {
                books[index].pages += 1
                try books[index].update(database)
            }
        }
    }

    func prepareDelete() throws { try prepareChange() }

    func deleteAll() throws {
        try queue.write { database in
            for book in books { _ = try book.delete(database) }
        }
    }

    func upsert(_ rows: [BookRow]) throws {
        try queue.write { database in
            for row in rows {
                var record = BookRecord(row)
                try record.upsert(database)
            }
        }
    }

    func insertRelated(_ rows: [AuthorRow]) throws {
        try queue.write { database in
            for row in rows {
                var author = AuthorRecord(id: nil, name: row.name)
                try author.insert(database)
                for (place, work) in row.works.enumerated() {
                    var record = WorkRecord(
                        id: nil, title: work.title, pages: work.pages, author: author.id, order: place + 1)
                    try record.insert(database)
                }
            }
        }
    }

    func traverse() throws -> Int {
        try queue.read { database in
            var sum = 0
            for author in try AuthorRecord.order(Column("_id")).fetchAll(database) {
                for work in try author.request(for: AuthorRecord.works).fetchAll(database) {
                    sum += work.pages + work.title.utf8.count
                }
            }
            return sum
        }
    }

    func prepareCascade() throws { authors = try queue.read { try AuthorRecord.fetchAll($0) } }

    func cascade() throws {
        try queue.write { database in
            for author in authors { _ = try author.delete(database) }
        }
    }

    func prepareList() throws {
        authors = [
            try queue.write { database in
                var author = AuthorRecord(id: nil, name: "list")
                try author.insert(database)
                return author
            }
        ]
    }

    func addToList(_ count: Int, byAppending: Bool) throws {
        try queue.write { database in
            for number in 0..<count {
                var record = WorkRecord(
                    id: nil, title: "Work \(number)", pages: number, author: authors[0].id, order: number + 1)
                try record.insert(database)
            }
        }
    }

    func state() throws -> [Int] {
        try queue.read { database in
            let books = try BookRecord.fetchAll(database)
            return [
                books.count, books.reduce(0) { $0 + $1.pages }, try AuthorRecord.fetchCount(database),
                try WorkRecord.fetchCount(database),
            ]
        }
    }
}
