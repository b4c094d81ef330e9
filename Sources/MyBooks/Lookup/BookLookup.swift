import Formats
import Foundation
import Localization
import ProgramKit
import Shell
import Sync

/// Looks up books at Open Library, only when the user asks for it.
///
/// The forms are those of Open Library's interfaces “Search” and “Books” (`jscmd=data`).
struct BookLookup {
    /// The server, or none.
    enum Server: Sendable, Hashable {
        case none
        /// The beginning of its addresses, such as `https://openlibrary.org`.
        case at(String)
    }

    static let server = Setting.value(
        "lookup", ValueType<Server>.server, .at("https://openlibrary.org"),
        written: { if case .at(let address) = $0 { address } else { "off" } },
        words: [Choice("off", 0), Choice("https://openlibrary.org", 1)],
        help: text("The server that “lookup” and “add --isbn” ask: an address, or “off”."))
    static let contact = Setting.value(
        "lookup-contact", ValueType<String>.contact, "none", written: { $0 }, words: [Choice("none", 0)],
        help: text("An e-mail address that look-ups tell the server, as Open Library wishes, or “none”."))

    /// The largest number of matches of a title.
    static let largestCount = 5

    private let address: String
    private let contact: String?
    private let today: CivilDate

    /// Prepares look-ups. Nothing is sent yet.
    ///
    /// - Throws: ``LookupError/off``.
    @MainActor
    init(_ session: BookSession) throws(LookupError) {
        guard case .at(let address) = session.preferences[Self.server] else { throw .off }
        let contact = session.preferences[Self.contact]
        self.address = address
        self.contact = contact == "none" ? nil : contact
        today = session.today
    }

    /// Returns the edition with an ISBN.
    ///
    /// - Throws: ``LookupError``, and `CancellationError`.
    func book(_ isbn: ISBN) async throws -> ImportedBook {
        let found = try await documents([
            ("isbn", isbn.digits), ("fields", "title,author_name,first_publish_year"), ("limit", "1"),
        ]).first
        let key = "ISBN:\(isbn.digits)"
        let editions = try await answer(
            "/api/books", [("bibkeys", key), ("jscmd", "data"), ("format", "json")])
        guard editions.isObject else { throw unusable(text("it has another form")) }
        let edition = editions[key]
        let editionNames = edition?["authors"]?.elements?.compactMap { $0["name"]?.string }
        let names = found?["author_name"]?.elements?.compactMap(\.string)
        guard let title = edition?["title"]?.string ?? found?["title"]?.string,
            var book = try? ImportedBook(
                title: title.withoutNUL,
                authors: ((names ?? []).isEmpty ? editionNames ?? [] : names ?? []).map(\.withoutNUL))
        else { throw LookupError.unknownISBN(isbn.digits, server: host) }
        book.details["isbn"] = .string(isbn.digits)
        book.details["originalYear"] = year(found?["first_publish_year"]?.number)
        book.details["year"] = year(edition?["publish_date"]?.string)
        book.details["pages"] = pages(edition?["number_of_pages"])
        if let publisher = edition?["publishers"]?.elements?.first?["name"]?.string {
            book.details["publisher"] = .string(publisher.withoutNUL.collapsingSpaces)
        }
        return book
    }

    /// Returns the best matches of a title, with an ISBN each if one is known.
    ///
    /// - Throws: ``LookupError``, and `CancellationError`.
    func books(titled title: String) async throws -> [ImportedBook] {
        let fields = "title,author_name,first_publish_year,number_of_pages_median,isbn"
        let found = try await documents([
            ("title", title), ("fields", fields), ("limit", String(Self.largestCount)),
        ])
        let books = found.prefix(Self.largestCount).compactMap { document -> ImportedBook? in
            let names = document["author_name"]?.elements?.compactMap(\.string) ?? []
            guard let title = document["title"]?.string,
                var book = try? ImportedBook(title: title.withoutNUL, authors: names.map(\.withoutNUL))
            else { return nil }
            book.details["originalYear"] = year(document["first_publish_year"]?.number)
            book.details["pages"] = pages(document["number_of_pages_median"])
            let numbers = document["isbn"]?.elements?.lazy.compactMap { $0.string.flatMap { ISBN($0) } }
            book.details["isbn"] = numbers?.first.map { .string($0.digits) }
            return book
        }
        if books.isEmpty { throw LookupError.unknownTitle(title, server: host) }
        return books
    }

    private func documents(_ query: [(String, String)]) async throws -> [JSONView] {
        guard let found = try await answer("/search.json", query)["docs"]?.elements else {
            throw unusable(text("it has another form"))
        }
        return found
    }

    private func pages(_ value: JSONView?) -> Cell.RawValue? {
        value?.number.flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? .integer($0) : nil }
    }

    /// Returns the year in a text such as “March 1970”; `nil` if there is none, or one of the future.
    private func year(_ written: String?) -> Cell.RawValue? {
        let numbers = (written ?? "").split { !($0.isASCII && $0.isNumber) }
        guard let year = numbers.first(where: { $0.count == 4 }).flatMap({ Int($0) }), year <= today.year + 2
        else { return nil }
        return .integer(year)
    }

    // MARK: - Requests

    /// The name of the server, for messages.
    private var host: String { URL(string: address)?.host ?? address }

    private func unusable(_ reason: LocalizedText) -> LookupError { .unusable(server: host, reason) }

    /// Sends a request, and returns its answer in JSON.
    private func answer(_ path: String, _ query: [(String, String)]) async throws -> JSONView {
        let items = query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")" }
            .joined(separator: "&")
        var bytes: [UInt8] = []
        do {
            let file = try RemoteFile("\(address)\(path)?\(items)", limits: limits)
            while case let piece = try await file.read(), !piece.isEmpty { bytes += piece }
        } catch let error as RemoteFileError {
            throw failure(error)
        }
        guard !bytes.isEmpty else { throw unusable(text("it is empty")) }
        do {
            return JSONView(try JSONDocument(bytes))
        } catch {
            throw unusable(text("it is not JSON"))
        }
    }

    private var limits: RemoteFile.Limits {
        var limits = RemoteFile.Limits()
        limits.bytes = 1 << 20
        limits.idleSeconds = 10
        limits.totalSeconds = 20
        limits.redirections = 3
        limits.leavesServer = false
        limits.contact = contact
        return limits
    }

    private func failure(_ error: RemoteFileError) -> LookupError {
        switch error {
        case .noLibrary: .noLibrary
        case .badAddress, .otherScheme, .unknownHost, .noAnswer, .brokenOff, .insecure, .idle, .tooSlow:
            .noAnswer(server: host)
        case .status(let status): .refused(server: host, status: status)
        case .tooLarge: unusable(text("it is larger than 1 MB"))
        case .tooManyRedirections, .badRedirection: unusable(text("it redirects to another place"))
        case .disk, .other: .noAnswer(server: host)
        }
    }

    /// The characters of a query that need no escape.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_,:")
}

extension Book {
    /// Fills the empty fields of the book with what was looked up.
    func fill(with found: ImportedBook) {
        if title.isEmpty { title = found.title }
        if author.isEmpty { author = found.author }
        for detail in ImportedDetail.all where detail.value(self) == .null {
            if let value = found.details[detail.key] { _ = detail.set(value, self) }
        }
    }
}

extension ValueType where Value == BookLookup.Server {
    fileprivate static var server: ValueType<BookLookup.Server> {
        ValueType(placeholder: MyBooks.text("ADDRESS")) { string, _ in
            if string.lowercased() == "off" { return .none }
            let address = string.hasSuffix("/") ? String(string.dropLast()) : string
            guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil,
                url.query == nil
            else {
                throw ValueError.refused(
                    MyBooks.text("“%@” is not a web address.", string),
                    remedy: MyBooks.text("Write an address such as https://openlibrary.org, or “off”."))
            }
            return .at(address)
        }
    }
}

extension ValueType where Value == String {
    fileprivate static var contact: ValueType<String> {
        ValueType(placeholder: MyBooks.text("E-MAIL")) { string, context in
            let text = try ValueType.nonBlank.parse(string, context)
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ValueError.refused(
                    MyBooks.text("“%@” is not an e-mail address.", string),
                    remedy: MyBooks.text("Write an address such as anna@example.org, or “none”."))
            }
            return text
        }
    }
}

/// The reason why a look-up has no result.
enum LookupError: PresentableError, Hashable {
    case off
    case noLibrary
    case noAnswer(server: String)
    case refused(server: String, status: Int)
    /// The answer is none of Open Library, with the reason.
    case unusable(server: String, LocalizedText)
    case unknownISBN(String, server: String)
    case unknownTitle(String, server: String)
    case unknownMatch(Int, count: Int)

    var problem: LocalizedText {
        switch self {
        case .off: text("Looking up books is switched off.")
        case .noLibrary: text("Books can't be looked up: the library libcurl isn't installed.")
        case .noAnswer(let server): text("The server “%@” doesn't answer.", server)
        case .refused(let server, let status):
            text("The server “%1$@” refused the look-up with status %2$@.", server, String(status))
        case .unusable(let server, let reason):
            text("The answer of the server “%1$@” can't be used: %2$@.", server, TextArgument.text(reason))
        case .unknownISBN(let isbn, let server):
            text("“%1$@” knows no book with the ISBN %2$@.", server, isbn)
        case .unknownTitle(let title, let server): text("“%1$@” knows no book “%2$@”.", server, title)
        case .unknownMatch(let number, _): text("There is no match number %@.", String(number))
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .off: text("Switch it on with “set lookup default”, or give the title and the author.")
        case .noLibrary: text("Install libcurl, or give the title and the author.")
        case .noAnswer: text("Check the connection and “set lookup”, or give the title and the author.")
        case .refused: text("Try again later, or give the title and the author.")
        case .unusable: text("Check the address in “set lookup”, or give the title and the author.")
        case .unknownMatch(_, let count): text("Give a number from 1 to %@.", String(count))
        case .unknownISBN, .unknownTitle: text("Give the title and the author: add TITLE AUTHOR.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .off, .unknownMatch: .usage
        case .noLibrary, .noAnswer, .refused: .inputMissing
        case .unusable: .badData
        case .unknownISBN, .unknownTitle: .failed
        }
    }
}
