import Foundation
import GRDBSQLite

/// The baseline. It uses SQLite's C functions with prepared statements, plain structs for rows, and no
/// history.
final class RawSubject: Subject {
    private let connection: OpaquePointer
    private let insertion: RawStatement
    private let selection: RawStatement
    private let lookup: RawStatement
    private let change: RawStatement
    private let deletion: RawStatement
    private let upsertion: RawStatement
    private let authorInsertion: RawStatement
    private let workInsertion: RawStatement
    private let authors: RawStatement
    private let works: RawStatement
    private let authorDeletion: RawStatement
    private var records: [(record: Int64, pages: Int)] = []

    init(folder: URL) throws {
        var handle: OpaquePointer?
        // Don't lock a mutex for each call. The connections of GRDB and ModelData don't either.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let path = folder.appending(path: "raw.store").path
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
            throw RawFailure(message: "the store can't be made")
        }
        connection = handle
        for sql in [Schema.settings, Schema.tables] {
            guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
                throw RawFailure(message: String(cString: sqlite3_errmsg(handle)))
            }
        }
        let columns = "isbn, title, author, status, pages, rating, price, added, finished"
        func statement(_ sql: String) throws -> RawStatement { try RawStatement(sql, on: handle) }
        insertion = try statement("INSERT INTO Book (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        selection = try statement("SELECT _id, \(columns) FROM Book ORDER BY _id")
        lookup = try statement("SELECT _id, \(columns) FROM Book WHERE isbn = ?")
        change = try statement("UPDATE Book SET pages = ? WHERE _id = ?")
        deletion = try statement("DELETE FROM Book WHERE _id = ?")
        upsertion = try statement(
            """
            INSERT INTO Book (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (isbn) DO UPDATE SET title = excluded.title, author = excluded.author,
            status = excluded.status, pages = excluded.pages, rating = excluded.rating, price = excluded.price,
            added = excluded.added, finished = excluded.finished
            """)
        authorInsertion = try statement("INSERT INTO Author (name) VALUES (?)")
        workInsertion = try statement(
            "INSERT INTO Work (title, pages, author, _author_order) VALUES (?, ?, ?, ?)")
        authors = try statement("SELECT _id, name FROM Author ORDER BY _id")
        works = try statement(
            "SELECT _id, title, pages FROM Work WHERE author = ? ORDER BY _author_order, _id")
        authorDeletion = try statement("DELETE FROM Author WHERE _id = ?")
    }

    deinit { sqlite3_close_v2(connection) }

    private func transaction(_ work: () throws -> Void) throws {
        sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil)
        try work()
        guard sqlite3_exec(connection, "COMMIT", nil, nil, nil) == SQLITE_OK else {
            throw RawFailure(message: String(cString: sqlite3_errmsg(connection)))
        }
    }

    @inline(__always)
    private func bind(_ row: BookRow, to statement: RawStatement) {
        statement.bind(row.isbn, 1)
        statement.bind(row.title, 2)
        statement.bind(row.author, 3)
        statement.bind(row.status.rawValue, 4)
        statement.bind(Int64(row.pages), 5)
        if let rating = row.rating { statement.bind(Int64(rating), 6) } else { statement.bindNull(6) }
        statement.bind(row.price, 7)
        statement.bind(row.added.timeIntervalSinceReferenceDate, 8)
        if let finished = row.finished {
            statement.bind(finished.timeIntervalSinceReferenceDate, 9)
        } else {
            statement.bindNull(9)
        }
    }

    @inline(__always)
    private func row(_ statement: RawStatement) throws -> BookRow {
        guard let status = BookRow.Status(rawValue: statement.text(4)) else {
            throw RawFailure(message: "not a status")
        }
        return BookRow(
            isbn: statement.text(1), title: statement.text(2), author: statement.text(3), status: status,
            pages: statement.integer(5), rating: statement.isNull(6) ? nil : statement.integer(6),
            price: statement.real(7), added: Date(timeIntervalSinceReferenceDate: statement.real(8)),
            finished: statement.isNull(9) ? nil : Date(timeIntervalSinceReferenceDate: statement.real(9)))
    }

    func insert(_ rows: [BookRow]) throws {
        try transaction {
            for row in rows {
                bind(row, to: insertion)
                try insertion.run()
            }
        }
    }

    func fetchAll() throws -> Double {
        var books: [BookRow] = []
        while try selection.step() { books.append(try row(selection)) }
        selection.reset()
        var sum = 0.0
        for book in books { sum += weight(title: book.title, pages: book.pages, added: book.added) }
        return sum
    }

    func lookUp(_ isbns: [String]) throws -> Int {
        var sum = 0
        for isbn in isbns {
            lookup.bind(isbn, 1)
            if try lookup.step() { sum += try row(lookup).pages }
            lookup.reset()
        }
        return sum
    }

    func prepareChange() throws {
        records = []
        while try selection.step() { records.append((Int64(selection.integer(0)), selection.integer(5))) }
        selection.reset()
    }

    func changeAll() throws {
        try transaction {
            for (record, pages) in records {
                change.bind(Int64(pages + 1), 1)
                change.bind(record, 2)
                try change.run()
            }
        }
    }

    func prepareDelete() throws { try prepareChange() }

    func deleteAll() throws {
        try transaction {
            for (record, _) in records {
                deletion.bind(record, 1)
                try deletion.run()
            }
        }
    }

    func upsert(_ rows: [BookRow]) throws {
        try transaction {
            for row in rows {
                bind(row, to: upsertion)
                try upsertion.run()
            }
        }
    }

    func insertRelated(_ rows: [AuthorRow]) throws {
        try transaction {
            for row in rows {
                authorInsertion.bind(row.name, 1)
                try authorInsertion.run()
                let author = sqlite3_last_insert_rowid(connection)
                for (place, work) in row.works.enumerated() {
                    workInsertion.bind(work.title, 1)
                    workInsertion.bind(Int64(work.pages), 2)
                    workInsertion.bind(author, 3)
                    workInsertion.bind(Int64(place + 1), 4)
                    try workInsertion.run()
                }
            }
        }
    }

    private struct Work {
        let title: String
        let pages: Int
    }

    func traverse() throws -> Int {
        var found: [(record: Int64, name: String)] = []
        while try authors.step() { found.append((Int64(authors.integer(0)), authors.text(1))) }
        authors.reset()
        var sum = 0
        for author in found {
            var list: [Work] = []
            works.bind(author.record, 1)
            while try works.step() { list.append(Work(title: works.text(1), pages: works.integer(2))) }
            works.reset()
            for work in list { sum += work.pages + work.title.utf8.count }
        }
        return sum
    }

    func prepareCascade() throws {
        records = []
        while try authors.step() { records.append((Int64(authors.integer(0)), 0)) }
        authors.reset()
    }

    func cascade() throws {
        try transaction {
            for (record, _) in records {
                authorDeletion.bind(record, 1)
                try authorDeletion.run()
            }
        }
    }

    func prepareList() throws {
        authorInsertion.bind("list", 1)
        try authorInsertion.run()
        records = [(sqlite3_last_insert_rowid(connection), 0)]
    }

    func addToList(_ count: Int, byAppending: Bool) throws {
        try transaction {
            for number in 0..<count {
                workInsertion.bind("Work \(number)", 1)
                workInsertion.bind(Int64(number), 2)
                workInsertion.bind(records[0].record, 3)
                workInsertion.bind(Int64(number + 1), 4)
                try workInsertion.run()
            }
        }
    }

    func state() throws -> [Int] {
        let count = try RawStatement(
            """
            SELECT count(*), coalesce(sum(pages), 0), (SELECT count(*) FROM Author), (SELECT count(*) FROM Work)
            FROM Book
            """, on: connection)
        _ = try count.step()
        return (0..<4).map { count.integer($0) }
    }
}
