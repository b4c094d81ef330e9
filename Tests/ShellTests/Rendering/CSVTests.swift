import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("CSV")
struct CSVTests {
    /// Parses CSV as defined by RFC 4180, without using code of the writer.
    private func parse(_ text: String) -> [[String]] {
        var rows: [[String]] = [[]]
        var field: [UInt8] = []
        var isQuoted = false
        let bytes = Array(text.utf8)
        var index = 0
        func take() {
            rows[rows.count - 1].append(String(decoding: field, as: UTF8.self))
            field = []
        }
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x22 where isQuoted && index + 1 < bytes.count && bytes[index + 1] == 0x22:
                field.append(byte)
                index += 1
            case 0x22: isQuoted.toggle()
            case 0x2C where !isQuoted: take()
            case 0x0D where !isQuoted:
                take()
                rows.append([])
                index += 1
            default: field.append(byte)
            }
            index += 1
        }
        return rows.dropLast()
    }

    @Test func `A table is a line of keys and a line for each row with raw values`() {
        let rows = parse(
            rendered(Output([.message(plain("Four.")), .table(books)]), .csv, localizer: polish))
        #expect(rows.count == 5)
        #expect(rows[0] == ["id", "title", "author", "rating", "summary"])
        #expect(rows[1] == ["7", "Solaris", "Stanisław Lem", "5", "An ocean."])
        #expect(rows[3][3] == "")
        #expect(rows[4][4] == "a\nb")
    }

    @Test func `Lines end with CRLF, as RFC 4180 requires`() {
        let record = Record(fields: [
            .init("a", plain("A"), .text("x,y")), .init("b", plain("B"), .text("say \"q\"")),
        ])
        #expect(rendered(Output([.record(record)]), .csv) == "a,b\r\n\"x,y\",\"say \"\"q\"\"\"\r\n")
    }

    @Test func `An empty table has only the line of keys`() {
        #expect(
            rendered(Output([.table(Table(columns: books.columns, rows: []))]), .csv)
                == "id,title,author,rating,summary\r\n")
        #expect(rendered(.message(plain("Done.")), .csv) == "")
    }

    @Test func `A single empty field isn't written as an empty line`() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.empty]])
        #expect(rendered(Output([.table(table)]), .csv) == "a\r\n\"\"\r\n")
    }

    @Test func `Control characters are made visible, except line ends and tabs`() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text("x\u{1B}[2J\ty\r\nz\u{9B}")]])
        let text = rendered(Output([.table(table)]), .csv)
        #expect(parse(text)[1] == ["x␛[2J\ty\nz\(visible("\u{9B}"))"])
        #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
    }

    @Test func `The file writer keeps every character, and its output is read back`() {
        var random = SeededGenerator()
        let pieces = ["a", ",", "\"", "\n", "\r", " ", "\u{1B}", "ż", "👩‍🚀", ";"]
        for _ in 0..<300 {
            let rows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined()
                }
            }
            var writer = CSVWriter()
            for row in rows { writer.writeRow(row) }
            let read = parse(String(decoding: writer.bytes, as: UTF8.self))
            #expect(read.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
        }
    }

    @Test func `An empty line separates several parts`() {
        let record = Record(fields: [.init("total", plain("Total"), .number(3))])
        let chart = BarChart("months", title: plain("Months"), bars: [.init(.text("2024-01"), 2)])
        #expect(
            rendered(Output([.record(record), .chart(chart)]), .csv)
                == "total\r\n3\r\n\r\nlabel,value\r\n2024-01,2\r\n")
    }
}
