import Foundation
import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("JSON")
struct JSONTests {
    private func parsed(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    }

    @Test func `A table is an array of objects, one a line, with all columns and raw values`() throws {
        let text = rendered(Output([.message(plain("Four.")), .table(books)]), .json, localizer: polish)
        let rows = try #require(parsed(text) as? [[String: Any]])
        #expect(rows.count == 4)
        #expect(rows[0]["id"] as? Int == 7)
        #expect(rows[0]["rating"] as? Int == 5)
        #expect(rows[3]["summary"] as? String == "a\nb")
        #expect(rows[2]["rating"] is NSNull)
        #expect(text.split(separator: "\n").count == 6)
        #expect(text.contains("\"title\": \"三体\""))
    }

    @Test(arguments: [
        (0.9, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (86_399.0, "1970-01-01T23:59:59Z"),
        (1_710_504_605.0, "2024-03-15T12:10:05Z"),
    ])
    func `A time is in UTC, in whole seconds`(seconds: Double, expected: String) throws {
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        #expect(Cell.instant(Date(timeIntervalSince1970: seconds), in: zone).raw == .string(expected))
    }

    @Test func `An empty table is an empty array`() {
        #expect(rendered(Output([.table(Table(columns: books.columns, rows: []))]), .json) == "[]\n")
    }

    @Test func `A record is an object, and missing data is an empty object`() {
        let record = Record(fields: [
            .init("title", plain("Title"), .text("Solaris")),
            .init("read", plain("Read"), Cell(.bool(true), .empty)),
        ])
        #expect(
            rendered(Output([.record(record)]), .json)
                == "{\n  \"title\": \"Solaris\",\n  \"read\": true\n}\n")
        #expect(rendered(.message(plain("Done.")), .json) == "{}\n")
    }

    @Test func `Several parts form one object: record fields, and tables and charts under their keys`() throws
    {
        let record = Record(fields: [.init("total", plain("Total"), .number(3))])
        let chart = BarChart("months", title: plain("Months"), bars: [.init(.text("2024-01"), 2)])
        let text = rendered(Output([.record(record), .chart(chart), .table(books), .table(books)]), .json)
        let object = try #require(parsed(text) as? [String: Any])
        #expect(object["total"] as? Int == 3)
        #expect((object["months"] as? [[String: Any]])?.first?["value"] as? Int == 2)
        #expect((object["books"] as? [Any])?.count == 4)
        #expect((object["books2"] as? [Any])?.count == 4)
    }

    @Test func `Separate data for programs replaces the displayed output`() {
        let record = Record(fields: [.init("id", plain("#"), .number(1))])
        let output = Output([.table(books)], data: [.record(record)])
        #expect(rendered(output, .json) == "{\n  \"id\": 1\n}\n")
        #expect(rendered(output, .plain).contains("Solaris"))
    }

    @Test func `Control characters in texts are escaped and read back`() throws {
        var random = SeededGenerator()
        let pieces = [
            "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "ż", "👩‍🚀",
            "\u{A0}",
        ]
        for _ in 0..<500 {
            let string = (0..<Int.random(in: 0...10, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            var writer = JSONWriter()
            writer.write(string)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(try parsed(text) as? String == string)
        }
    }

    @Test func `Values of every kind are valid JSON`() throws {
        var writer = JSONWriter()
        writer.write(
            .list([
                .null, .bool(false), .integer(.min), .decimal(0.1), .decimal(.nan), .decimal(.infinity),
                .list([]), .object([.init("b", .integer(1)), .init("a\"", .list([.null]))]), .object([]),
            ]))
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            text
                == #"[null, false, -9223372036854775808, 0.1, null, null, [], {"b": 1, "a\"": [null]}, {}]"#)
        #expect(try parsed(text) is [Any])
    }

    @Test func `The same output is the same JSON in every language and at every width`() {
        let output = Output([.table(books)])
        let text = rendered(output, .json)
        for localizer in [polish, hungarian] {
            #expect(
                rendered(output, .json, width: 20, localizer: localizer, color: true, unicode: false) == text)
        }
    }

    @Test func `Warnings go to standard error, and messages are left out`() {
        let rendering = rendering(Output([.message(plain("One.")), .warning(plain("Two."))]), .json)
        #expect(String(decoding: rendering.output, as: UTF8.self) == "{}\n")
        #expect(String(decoding: rendering.diagnostics, as: UTF8.self) == "Warning: Two.\n")
    }

    @Test func `Bidirectional controls are escaped, other format characters are not`() {
        var writer = JSONWriter()
        writer.write("a\u{202E}b\u{2066}c\u{2069}d\u{202F}…e\u{200D}")
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "\"a\\u202eb\\u2066c\\u2069d\u{202F}…e\u{200D}\"")
    }
}
