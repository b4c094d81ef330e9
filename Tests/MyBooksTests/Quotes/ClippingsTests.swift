import Foundation
import ModelData
import ProgramKit
import Testing

@testable import MyBooks

/// Files with quotes: clippings of a Kindle, and exports of Readwise.
@MainActor
@Suite("Files with quotes")
struct ClippingsTests {
    /// The second lines of a highlight, a note and a bookmark on the same day, as devices in different languages write them.
    nonisolated private static let languages: [[String]] = [
        [
            "- Your Highlight on page 72 | location 1100-1102 | Added on Wednesday, 1 May 2024 10:00:59",
            "- Your Note on page 72 | location 1102 | Added on Wednesday, May 1, 2024 10:01:00 AM",
            "- Your Bookmark on page 80 | location 1200 | Added on Wednesday, 1 May 2024 10:02:00",
        ],
        [
            "- Ihre Markierung auf Seite 72 | bei Position 1100-1102 | Hinzugefügt am Mittwoch, 1. Mai 2024 10:00:59",
            "- Ihre Notiz auf Seite 72 | bei Position 1102 | Hinzugefügt am Mittwoch, 1. Mai 2024 10:01:00",
            "- Ihr Lesezeichen auf Seite 80 | bei Position 1200 | Hinzugefügt am Mittwoch, 1. Mai 2024 10:02:00",
        ],
        [
            "- Votre surlignement sur la page 72 | emplacement 1100-1102 | Ajouté le mercredi 1 mai 2024 à 10:00:59",
            "- Votre note sur la page 72 | emplacement 1102 | Ajouté le mercredi 1 mai 2024 à 10:01:00",
            "- Votre signet sur la page 80 | emplacement 1200 | Ajouté le mercredi 1 mai 2024 à 10:02:00",
        ],
        [
            "- Tu subrayado en la página 72 | posición 1100-1102 | Añadido el miércoles, 1 de mayo de 2024 10:00:59",
            "- Tu nota en la página 72 | posición 1102 | Añadido el miércoles, 1 de mayo de 2024 10:01:00",
            "- Tu marcador en la página 80 | posición 1200 | Añadido el miércoles, 1 de mayo de 2024 10:02:00",
        ],
        [
            "- La tua evidenziazione a pagina 72 | posizione 1100-02 | Aggiunto in data mercoledì 1 maggio 2024 10:00:59",
            "- La tua nota a pagina 72 | posizione 1102 | Aggiunto in data mercoledì 1 maggio 2024 10:01:00",
            "- Il tuo segnalibro a pagina 80 | posizione 1200 | Aggiunto in data mercoledì 1 maggio 2024 10:02:00",
        ],
        [
            "- 您在第 72 页（位置 #1100-1102）的标注 | 添加于 2024年5月1日星期三 上午10:00:59",
            "- 您在第 72 页（位置 #1102）的笔记 | 添加于 2024年5月1日星期三 上午10:01:00",
            "- 您在第 80 页（位置 #1200）的书签 | 添加于 2024年5月1日星期三 上午10:02:00",
        ],
        [
            "- Ваш выделенный отрывок на странице 72 | Местоположение 1100–1102 | Добавлено: среда, 1 мая 2024 г. в 10:00:59",
            "- Ваша заметка на странице 72 | Местоположение 1102 | Добавлено: среда, 1 мая 2024 г. в 10:01:00",
            "- Ваша закладка на странице 80 | Местоположение 1200 | Добавлено: среда, 1 мая 2024 г. в 10:02:00",
        ],
    ]

    /// Returns an entry of clippings.
    private func entry(_ second: String, _ text: String, of book: String = "Solaris (Lem, Stanisław)")
        -> String
    {
        "\u{FEFF}\(book)\r\n\(second)\r\n\r\n\(text)\r\n==========\r\n"
    }

    private func highlight(_ place: String, _ text: String, day: Int = 1) -> String {
        entry("- Your Highlight on \(place) | Added on Wednesday, \(day) January 2024 10:00:00", text)
    }

    private func note(_ place: String, _ text: String) -> String {
        entry("- Your Note on \(place) | Added on Wednesday, 3 January 2024 10:00:00", text)
    }

    private func values(_ quote: Quote) -> [String?] {
        [quote.text, quote.page, quote.location, quote.noted, quote.note]
    }

    private func messages(_ report: ImportReport, _ log: TestLog) -> [String] {
        report.messages.compactMap { block in
            if case .message(let text) = block { log.session.localizer.string(text) } else { nil }
        }
    }

    @Test(arguments: languages) func `Clippings are read in any language`(_ lines: [String]) async throws {
        let log = try await TestLog()
        let file = zip(lines, ["We need mirrors.", "true", ""]).map { entry($0, $1) }.joined()
            .replacing("2024", with: "2023")
        let report = try await log.importText(file)
        let book = try log.book("Solaris")
        #expect(book.author == "Stanisław Lem")
        #expect(
            book.quotes.map(values) == [
                ["We need mirrors.", "72", "1100-1102", "2023-05-01 10:00:59", "true"]
            ])
        #expect(
            messages(report, log) == [
                "The file is an export of Kindle: 1 book.", "1 bookmark was left out.",
            ])
        #expect(report.dropped.first.isEmpty)
        let again = try await log.importText(file)
        #expect(again.changed == 0)
        #expect(try log.book("Solaris").quotes.count == 1)
    }

    @Test func `The reader's clippings`() async throws {
        let path = try #require(
            Bundle.module.path(forResource: "My Clippings", ofType: "txt", inDirectory: "Fixtures/readers"))
        let log = try await TestLog()
        let report = try await log.importFile(path)
        let book = try log.book("Solaris")
        #expect(book.author == "Stanisław Lem")
        #expect(
            book.quotes.map(values) == [["We need mirrors.", "72", "1100-1102", "2024-05-01 10:00", ""]])
        #expect(messages(report, log).last == "1 bookmark was left out.")
    }

    @Test func `Readwise: quotes with pages, locations and notes, once`() async throws {
        let path = try #require(
            Bundle.module.path(forResource: "readwise", ofType: "csv", inDirectory: "Fixtures/readers"))
        let log = try await TestLog()
        let report = try await log.importFile(path)
        let expected: [[String?]] = [
            ["We need mirrors.", "72", nil, "2024-05-01 10:00", "my note"],
            ["A second one", nil, "1200", "2024-05-02 10:00", ""],
        ]
        #expect(report.added == 1)
        #expect(try log.book("Solaris").quotes.map(values) == expected)
        #expect(report.unknownFields == ["Amazon Book ID", "Color"])
        #expect(!report.keepsUnknownFields)
        _ = try await log.importFile(path)
        #expect(try log.book("Solaris").quotes.map(values) == expected)
    }

    @Test func `Clippings and Readwise of the same highlight are one quote`() async throws {
        let log = try await TestLog()
        for file in ["My Clippings.txt", "readwise.csv", "My Clippings.txt"] {
            let path = try #require(
                Bundle.module.path(forResource: file, ofType: nil, inDirectory: "Fixtures/readers"))
            _ = try await log.importFile(path)
        }
        let quotes = try log.book("Solaris").quotes
        #expect(quotes.map(\.text) == ["We need mirrors.", "A second one"])
        #expect(quotes.map(\.note) == ["my note", ""])
    }

    @Test func `An extended highlight replaces the earlier version, in a file and in the log`() async throws {
        let short = highlight("location 10-11", "need mirrors")
        let long = highlight("location 10-12", "We need mirrors.", day: 2)
        let log = try await TestLog()
        _ = try await log.importText(short)
        let report = try await log.importText(short + long)
        #expect(report.changed == 1)
        #expect(try log.book("Solaris").quotes.map(\.text) == ["We need mirrors."])
        let again = try await log.importText(short + long)
        #expect(again.unchanged == 1)
        #expect(try log.book("Solaris").quotes.map(\.location) == ["10-12"])
    }

    @Test func `Two highlights of one page stay two`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(highlight("page 5", "One") + highlight("page 5", "Two", day: 2))
        #expect(try log.book("Solaris").quotes.map(\.page) == ["5", "5"])
        #expect(try log.book("Solaris").quotes.map(\.text) == ["One", "Two"])
    }

    @Test func `A quote that the user corrected stays as it is`() async throws {
        let file = highlight("location 10-11", "We need miror")
        let log = try await TestLog()
        _ = try await log.importText(file)
        try log.book("Solaris").quotes[0].text = "We need mirrors"
        try log.session.context.save()
        _ = try await log.importText(file)
        #expect(try log.book("Solaris").quotes.map(\.text) == ["We need mirrors"])
    }

    @Test func `A note may come first, and the edited note replaces it`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            note("page 9 | location 12", "so") + highlight("page 9 | location 10-12", "Mirrors")
                + note("page 9 | location 12", "so true"))
        #expect(try log.book("Solaris").quotes.map(\.note) == ["so true"])
    }

    @Test func `Entries that aren't quotes are named, and those of the other books are imported`()
        async throws
    {
        let second = "- Your Highlight on location 1-2 | Added on Wednesday, 3 January 2024 10:00:00"
        let log = try await TestLog()
        let report = try await log.importText(
            highlight("location 10-11", "Mirrors") + note("location 99", "alone")
                + entry(second, "<You have reached the clipping limit for this item>")
                + entry(second, "Text", of: "Without an author")
                + entry(second, "Text", of: "Eden (Lem, Stanisław)")
                + "Eden (Lem, Stanisław)\r\n- Your Highlight on location 8-9 | Added on Wedn")
        #expect(report.added == 2)
        #expect(
            report.skipped.compactMap { $0.reason.map(log.session.localizer.string) } == [
                "it is a note without a highlight: alone",
                "it has a message of the device instead of the text: <You have reached the clipping limit for this item>",
                "the author is missing", "the file ends in the middle of this clipping",
            ])
        #expect(report.skipped.map(\.position) == [6, 11, 16, 26])
    }

    @Test func `A book of the log is found by its title without the shop's subtitle`() async throws {
        let log = try await TestLog()
        try log.add("Dune", "Frank Herbert") { $0.stars = StarRating(4.0) }
        let second = "- Your Highlight on location 1-2 | Added on Wednesday, 3 January 2024 10:00:00"
        let report = try await log.importText(
            entry(second, "Fear", of: "DUNE: Deluxe Edition (Dune Chronicles) (Frank Herbert)"))
        #expect(report.changed == 1)
        #expect(report.kept.first.isEmpty)
        #expect(try log.books.map(\.title) == ["Dune"])
        #expect(try log.book("Dune").quotes.map(\.text) == ["Fear"])
    }

    @Test func `A book that first came with its highlights takes everything of a library's export`()
        async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(highlight("location 10-11", "Mirrors"))
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,My Rating,Date Read\n7,Solaris,Stanisław Lem,read,5,2023/02/03\n"
        )
        let book = try log.book("Solaris")
        #expect(try log.books.count == 1)
        #expect(book.status == .completed)
        #expect(book.stars == StarRating(5.0))
        #expect(book.source == "goodreads:7")
        #expect(book.quotes.map(\.text) == ["Mirrors"])
    }

    @Test func `Quotes of files come out of our own exports`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            highlight("page 9 | location 10-12", "Mirrors") + note("location 12", "so"))
        let copy = try await TestLog()
        let json = String(decoding: LogExport.json(try log.books), as: UTF8.self)
        _ = try await copy.importText(json)
        #expect(try copy.book("Solaris").quotes.map(values) == log.book("Solaris").quotes.map(values))
    }
}
