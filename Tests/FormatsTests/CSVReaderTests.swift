import Shell
import TestSupport
import Testing

@testable import Formats

@Suite("CSV")
struct CSVReaderTests {
    /// Reads a text in chunks of a given size. With small sizes, chunks end at every possible position.
    func read(_ bytes: [UInt8], pieces: Int = 3) throws -> [CSVRecord] {
        var position = 0
        var reader = CSVReader {
            let end = min(bytes.count, position + pieces)
            defer { position = end }
            return Array(bytes[position..<end])
        }
        var records: [CSVRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    func read(_ text: String, pieces: Int = 3) throws -> [CSVRecord] {
        try read(Array(text.utf8), pieces: pieces)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `A quoted field can contain quotes, commas and newlines`(pieces: Int) throws {
        let records = try read("a,\"b, \"\"c\"\"\nd\",e\r\nf,,\r\n", pieces: pieces)
        #expect(records.map(\.strings) == [["a", "b, \"c\"\nd", "e"], ["f", "", ""]])
        #expect(records.map(\.line) == [1, 3])
    }

    @Test(arguments: [1, 2, 100])
    func `A byte order mark is skipped`(pieces: Int) throws {
        #expect(try read("\u{FEFF}a,b\n", pieces: pieces).map(\.strings) == [["a", "b"]])
    }

    @Test(arguments: [1, 5, 100])
    func `The last line needs no line end, and blank lines are skipped`(pieces: Int) throws {
        #expect(try read("a\n\n\r\nb", pieces: pieces).map(\.strings) == [["a"], ["b"]])
        #expect(try read("\"a\"", pieces: pieces).map(\.strings) == [["a"]])
        #expect(try read("a,", pieces: pieces).map(\.strings) == [["a", ""]])
        #expect(try read("", pieces: pieces).isEmpty)
    }

    @Test(arguments: [1, 2, 100])
    func `A last record without line end is truncated if it lacks fields of the header`(pieces: Int) throws {
        let records = try read("a,b,c\n1,2,3\n4,\"5\"", pieces: pieces)
        #expect(records.map(\.malformation) == [nil, nil, .cutOff])
        #expect(records.last?.line == 3)
        for whole in ["a,b\n1,2", "a,b\n1,", "a,b\n1\n", "a,b\r\n1\r", "a,b\n1,2\n\r", "a,b"] {
            #expect(try read(whole, pieces: pieces).allSatisfy { $0.malformation == nil }, "\(whole)")
        }
    }

    @Test(
        arguments: [
            ("1,2", true, 2), ("1,", true, nil), ("1,2\n", false, nil), ("1,2\r", false, nil),
            ("1,\"2\"", false, nil), ("\"1\",2", true, 2), ("1,2,", true, nil), ("1,2\n\n", false, nil),
        ] as [(String, Bool, Int?)])
    func `An unquoted last field without line end may be truncated, and its line is reported unless empty`(
        row: String, mayBeTruncated: Bool, line: Int?
    ) throws {
        let bytes = Array("a,b\n\(row)".utf8)
        for piece in [1, 100] {
            var rest = bytes[...]
            var reader = CSVReader {
                defer { rest = rest.dropFirst(piece) }
                return Array(rest.prefix(piece))
            }
            _ = try reader.next()
            #expect(reader.possiblyTruncatedLine == nil)
            let record = try reader.next()
            #expect(record?.mayBeTruncated == mayBeTruncated)
            #expect(reader.possiblyTruncatedLine == line)
            let end = try reader.next()
            #expect(end == nil)
        }
    }

    @Test func `A truncated file changes at most its last field`() throws {
        let rows = [["a", "b", "c"], ["1", "x, y", "z"], ["", "\"q\"", "three"]]
        var writer = CSVWriter()
        writer.writeRow(rows[0])
        let header = writer.bytes.count
        var starts = [0]
        for row in rows.dropFirst() {
            starts.append(writer.bytes.count)
            writer.writeRow(row)
        }
        for end in header...writer.bytes.count {
            let records = try read(Array(writer.bytes[..<end]), pieces: 5)
            let begun = starts.count { $0 < end }
            try #require(records.count == begun, "\(end)")
            // Only the last record can be malformed.
            #expect(records.dropLast().allSatisfy { $0.malformation == nil }, "\(end)")
            for (record, row) in zip(records, rows) where record.malformation == nil {
                let strings = try #require(record.strings)
                let last = try #require(strings.last)
                #expect(strings.dropLast() == row.dropLast(), "\(end)")
                #expect(row[2].starts(with: last), "\(end)")
            }
        }
        // The last line is complete even if its line end is missing.
        for missing in 0...2 {
            let records = try read(Array(writer.bytes.dropLast(missing)))
            #expect(records.map(\.strings) == rows)
        }
    }

    @Test(arguments: [1, 2, 5, 1000])
    func `CR ends lines if the first line ends with CR alone`(pieces: Int) throws {
        let records = try read("a,\"b\rc\"\r1,\"x\r\ny\"\r\r2,z\r", pieces: pieces)
        #expect(records.map(\.strings) == [["a", "b\rc"], ["1", "x\r\ny"], ["2", "z"]])
        #expect(records.map(\.line) == [1, 3, 6])
        // If the first line ends with CR, other lines may end with LF or CRLF.
        let mixed = try read("a,b\r1,2\r\n\"3\",4\n5,6", pieces: pieces)
        #expect(mixed.map(\.strings) == [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"]])
        #expect(mixed.map(\.line) == [1, 2, 3, 4])
        let bad = try read("\u{FEFF}\ra,b\r\"x\"y,1\r\n2,\"open\r3,fine\r4", pieces: pieces)
        #expect(
            bad.map(\.malformation) == [
                nil, .textAfterQuote, .unclosedQuote, .belowUnclosedQuote, .belowUnclosedQuote,
            ])
        #expect(bad.map(\.line) == [2, 3, 4, 5, 6])
        #expect(try read("a\r", pieces: pieces).map(\.strings) == [["a"]])
    }

    @Test(arguments: [1, 2, 5, 1000])
    func `In other files, CR alone is part of a field`(pieces: Int) throws {
        let records = try read("\"a\rb\",c\r\nx\ry,1\r\n2,z\r", pieces: pieces)
        #expect(records.map(\.strings) == [["a\rb", "c"], ["x\ry", "1"], ["2", "z"]])
        #expect(try read("a\nb\rc\n", pieces: pieces).map(\.strings) == [["a"], ["b\rc"]])
    }

    @Test(arguments: [1, 2, 5, 1000])
    func `Semicolons separate fields if the first line has them and no unquoted comma`(pieces: Int) throws {
        let records = try read("\u{FEFF}\"a,b\";c\r\n1,5;\"x;y\"\r\n,;2", pieces: pieces)
        #expect(records.map(\.strings) == [["a,b", "c"], ["1,5", "x;y"], [",", "2"]])
        #expect(
            try read("\na;\"b \"\"c\"\"\"\r1;\"2\"\r", pieces: pieces).map(\.strings)
                == [["a", "b \"c\""], ["1", "2"]])
        #expect(try read("a;b\n1", pieces: pieces).map(\.malformation) == [nil, .cutOff])
        for (text, rows) in [
            ("a;b,c\n1;2,3\n", [["a;b", "c"], ["1;2", "3"]]), ("a\n1;2\n", [["a"], ["1;2"]]),
            ("\"a;b\"\n1;2\n", [["a;b"], ["1;2"]]),
            ("a,x;\"b\n1;2,3\n", [["a", "x;\"b"], ["1;2", "3"]]),
        ] {
            #expect(try read(text, pieces: pieces).map(\.strings) == rows, "\(text)")
        }
    }

    @Test(arguments: [1, 2, 5, 1000])
    func `The first records decide which separator a file has`(pieces: Int) throws {
        for (text, rows) in [
            // A comma in the header, or in all texts.
            (
                "Title;Author (last, first);P\n1;2, x;3\n",
                [["Title", "Author (last, first)", "P"], ["1", "2, x", "3"]]
            ),
            ("T;A,B\n1;2\n3;4\n", [["T", "A,B"], ["1", "2"], ["3", "4"]]),
            ("T\tA, B\n1\t2\n", [["T", "A, B"], ["1", "2"]]),
            // Semicolons in the header, or in some texts.
            ("T,A;B\n1,2\n3,4;5\n", [["T", "A;B"], ["1", "2"], ["3", "4;5"]]),
            ("T,\"A;B\"\n1,\"2\n3;4\"\n", [["T", "A;B"], ["1", "2\n3;4"]]),
            // Separators that the first line names.
            ("sep=;\r\nT,U;A\r\n1,5;2\r\n", [["T,U", "A"], ["1,5", "2"]]),
            ("\"sep=|\"\nT|A\n1|2\n", [["T", "A"], ["1", "2"]]),
            ("SEP=\t\rT\tA\r1\t2\r", [["T", "A"], ["1", "2"]]),
            // Blanks after all separators, or after those of the records only.
            ("T, A\n1, \"2, 3\"\n", [["T", "A"], ["1", "2, 3"]]),
            ("T,A\n1, \"2, 3\"\n4, \"5\"\n", [["T", "A"], ["1", "2, 3"], ["4", "5"]]),
            ("T;A\n1; \"2; 3\"\n", [["T", "A"], ["1", "2; 3"]]),
        ] {
            #expect(try read(text, pieces: pieces).map(\.strings) == rows, "\(text)")
        }
        #expect(try read("sep=;\nT;A\n1;2\n", pieces: pieces).map(\.line) == [2, 3])
    }

    @Test(arguments: [",", ";"])
    func `A record with more fields than the header is malformed unless the extra fields are empty`(
        separator: String
    ) throws {
        let text = "a;b\n1;2;3\n1;2;;\n1;2;\"\"\n\"1;2\";3\n1;2;;3\n1;2;3"
        let records = try read(text.replacing(";", with: separator))
        #expect(
            records.map(\.malformation) == [
                nil, .tooManyFields, nil, nil, nil, .tooManyFields, .tooManyFields,
            ])
        #expect(records.map(\.line) == Array(1...7))
        #expect(records[2].string(at: 1) == "2")
    }

    @Test func `The result doesn't depend on how the bytes are split`() throws {
        var generator = SeededGenerator()
        let seed = generator.seed
        for _ in 0..<1000 {
            let bytes = (0..<Int.random(in: 0...16, using: &generator)).map { _ in
                "ab,;\"\r\n".utf8.randomElement(using: &generator) ?? 0
            }
            let (single, whole) = (try read(bytes, pieces: 1), try read(bytes, pieces: 1000))
            #expect(single.map(\.strings) == whole.map(\.strings), "seed \(seed): \(bytes)")
            #expect(single.map(\.line) == whole.map(\.line), "seed \(seed): \(bytes)")
            #expect(single.map(\.malformation) == whole.map(\.malformation), "seed \(seed): \(bytes)")
        }
    }

    @Test func `An unclosed quote makes only its own line malformed`() throws {
        let records = try read("a,b\n1,\"open\n2,fine\n3,fine\n")
        #expect(records.map(\.line) == [1, 2, 3, 4])
        #expect(records[1].malformation == .unclosedQuote)
        #expect(records[3].strings == ["3", "fine"])
        // After an unclosed quote, a line may belong to the quoted text. Therefore, rows after the quote are
        // malformed if they have too few fields.
        let short = try read("a,b\n1,\"open\ntwo\n3,fine\n\nfour\n", pieces: 4)
        #expect(
            short.map(\.malformation)
                == [nil, .unclosedQuote, .belowUnclosedQuote, nil, .belowUnclosedQuote])
        // Before the unclosed quote, rows with too few fields are valid.
        let above = try read("a,b\n1\n2,\"open\n")
        #expect(above.map(\.malformation) == [nil, nil, .unclosedQuote])
    }

    @Test(arguments: [1, 4, 1000])
    func `Lines between an unclosed quote and the next complete row are malformed`(pieces: Int) throws {
        let records = try read(
            "a,b,c\n1\n2,\"first\nsecond\nthird, line\n5,\"two\nlines\",x\n7,y\n8,\"z\" z,\n9\n",
            pieces: pieces)
        #expect(
            records.map(\.malformation) == [
                nil, nil, .textAfterQuote, .belowUnclosedQuote, .belowUnclosedQuote, nil, nil,
                .textAfterQuote,
                nil,
            ])
        #expect(records.map(\.line) == [1, 2, 3, 4, 5, 6, 8, 9, 10])
    }

    @Test(arguments: [1, 1000])
    func `Extra blank fields are ignored`(pieces: Int) throws {
        let records = try read("a,b\n1,2, \n3,4,\t,\n5,6\r\r\n7,8,x\n", pieces: pieces)
        #expect(records.map(\.malformation) == [nil, nil, nil, nil, .tooManyFields])
    }

    @Test(arguments: ["\n", "\r\n", "\r"], [1, 4, 1000])
    func `Without a final line end, all lines after an unclosed quote are malformed`(end: String, pieces: Int)
        throws
    {
        let text = "a,b\n0,fine\n1,\"open\ntwo, three\n\n\"\"four\"\"\n5,fine\nsix"
        let records = try read(text.replacing("\n", with: end), pieces: pieces)
        #expect(
            records.map(\.malformation)
                == [
                    nil, nil, .unclosedQuote, .belowUnclosedQuote, .belowUnclosedQuote, .belowUnclosedQuote,
                    .belowUnclosedQuote,
                ])
        #expect(records.map(\.line) == [1, 2, 3, 4, 6, 7, 8])
    }

    @Test func `Text after a closing quote makes only its row malformed`() throws {
        let records = try read("\"a\"b,c\nd,e\n")
        #expect(records[0].malformation == .textAfterQuote)
        #expect(records[1].strings == ["d", "e"])
    }

    @Test(.level(.default)) func `A record beyond the limit is refused, and the next line is read`() throws {
        let long = "x,\"" + String(repeating: "y", count: CSVReader.maximumRecordLength + 10) + "\nz,1\n"
        let records = try read(long, pieces: 1 << 16)
        #expect(records[0].malformation == .tooLong)
        #expect(records[1].strings == ["z", "1"])
    }

    @Test func `Invalid UTF-8 in a field is detected when the field is read`() throws {
        let records = try read([0x61, 0x2C, 0xFF, 0xFE, 0x0A])
        #expect(records[0].string(at: 0) == "a")
        #expect(records[0].string(at: 1) == nil)
        #expect(records[0].strings == nil)
        #expect(records[0].string(at: 9) == "")
    }

    @Test func `The reader returns exactly what the writer wrote`() throws {
        var generator = SeededGenerator()
        let seed = generator.seed
        let pieces = [
            "a", "\"", ",", "\n", "\r\n", "\r", "三体", "e\u{301}", " ", "", "\u{0}", "\u{FEFF}x", "=1+1",
        ]
        for _ in 0..<300 {
            let rows = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    (0..<Int.random(in: 0...5, using: &generator))
                        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                }
            }
            var writer = CSVWriter()
            writer.writeRow(["four", "fields", "and", "no more"])
            rows.forEach { writer.writeRow($0) }
            let back = try read(writer.bytes, pieces: Int.random(in: 1...20, using: &generator)).dropFirst()
            #expect(back.map(\.strings) == rows, "seed \(seed)")
        }
    }
}
