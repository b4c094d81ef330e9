import Foundation
import TestSupport
import Testing

@Suite("Files of other programs", .level(.default))
struct UnsupportedFileTests {
    private static let importing = ["mybooks", "itour", "portfolio"]

    /// Files that no program can import, except for calendars and KML in itour, with their contents and the name of the format in the message.
    private static let files = [
        "appointments.ics": ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "a calendar (iCalendar)"),
        "people.vcf": ("BEGIN:VCARD\r\nFN:Stanisław Lem\r\nEND:VCARD\r\n", "an address book (vCard)"),
        "page.html": ("<!DOCTYPE html>\n<html><body>Books</body></html>\n", "a web page (HTML)"),
        "places.kml": (
            "<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"/>\n", "a map file (KML)"
        ),
    ]

    /// Checks that an import prints one message with the file's name and changes nothing, with and without
    /// `--dry-run`. Returns the message.
    @discardableResult
    private func expectRefused(_ person: Person, _ file: String, _ comment: String) throws -> String {
        let result = try person.run("import", file, "--dry-run")
        #expect(result.status == .exited(65), "\(person.program) \(file): \(result.stdout)\(result.stderr)")
        #expect(result.stdout.isEmpty, "\(comment)")
        let lines = result.stderr.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains(file), "\(result.stderr)")
        // An export of another program names the command that takes it.
        #expect(
            ["“export”", "column names", " import \(file)”"].contains { result.stderr.contains($0) })
        let refused = try person.run("import", file)
        #expect(refused.status == .exited(65))
        #expect(try person.run("history", "--json").stdout == "[]\n")
        return refused.stderr
    }

    @Test(arguments: importing)
    func `Files of other programs are refused, and the message names their format`(program: String) throws {
        let person = try Person(program)
        for (name, (contents, words)) in Self.files {
            if program == "itour", name.hasSuffix(".ics") || name.hasSuffix(".kml") { continue }
            try Data(contents.utf8).write(to: URL(filePath: person.home.file(name)))
            #expect(try expectRefused(person, name, words).contains("it is \(words)."))
        }
    }

    @Test(arguments: importing)
    func `A program refuses the exports of the other programs`(program: String) throws {
        let person = try Person(program)
        for other in Transcript.programs where other != program {
            let home = try TemporaryDirectory.copy(of: other) { home in
                let owner = try Person(other, home: home)
                if other != "moonshot" { _ = try owner.run("samples") }
                for ending in ["json", "csv"] {
                    let result = try owner.run("export", "\(other).\(ending)")
                    try #require(result.status == .exited(0), "\(result.stderr)")
                }
            }
            for ending in ["json", "csv"] {
                // Different programs use some equal field names, for example “title”, so all exports are
                // tested.
                let name = "\(other).\(ending)"
                try FileManager.default.copyItem(atPath: home.file(name), toPath: person.home.file(name))
                try expectRefused(person, name, name)
            }
        }
    }

    @Test func `Leading whitespace and a byte order mark are accepted`() throws {
        let person = try Person("mybooks")
        let mark = String(decoding: [0xEF, 0xBB, 0xBF] as [UInt8], as: UTF8.self)
        let book = #"[{"title": "Solaris", "author": "Lem", "status": "on-shelf"}]"#
        for beginning in [mark, "\n\n  ", String(repeating: " ", count: 300_000), mark + "\n"] {
            try Data((beginning + book).utf8).write(to: URL(filePath: person.home.file("books.json")))
            let result = try person.run("import", "books.json", "--json")
            #expect(result.status == .exited(0), "\(result.stderr)")
        }
        #expect(try person.run("list", "--csv").stdout.split(whereSeparator: \.isNewline).count == 2)
    }
}
