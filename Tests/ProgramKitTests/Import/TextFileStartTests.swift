import Shell
import TestSupport
import Testing

@testable import ProgramKit

@Suite("Beginning of a text file")
struct TextFileStartTests {
    private func start(_ pieces: [[UInt8]]) throws -> TextFileStart {
        var rest = pieces[...]
        return try TextFileStart(path: "x") { rest.popFirst() ?? [] }
    }

    private func all(_ start: TextFileStart) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try start.read(), !piece.isEmpty { bytes += piece }
        return bytes
    }

    @Test func `The content is detected regardless of how the bytes are split, and no byte is lost`() throws {
        var random = SeededGenerator()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let texts: [(String, FileKind?)] = [
            ("[1, 2]", .json), ("{}", .json), ("<gpx/>", .gpx), ("title,author\nx,y\n", nil),
            ("BEGIN:VCALENDAR\n", .calendar),
        ]
        for _ in 0..<300 {
            let (text, kind) = texts.randomElement(using: &random) ?? ("", nil)
            let spaces = String(repeating: "\n ", count: Int.random(in: 0...9, using: &random))
            let bytes = (Bool.random(using: &random) ? mark : []) + Array((spaces + text).utf8)
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...4, using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let start = try start(pieces)
            #expect(start.kind == kind, "\(text)")
            #expect(start.first == text.utf8.first)
            #expect(try all(start) == bytes)
        }
    }

    @Test func `Whitespace alone counts as empty`() {
        for pieces: [[UInt8]] in [
            [], [[0x20], [0x0A]], [[0xEF, 0xBB, 0xBF]], [[0xEF], [0xBB], [0xBF], [0x20]],
        ] {
            #expect(throws: FileError.empty(path: "x")) { try start(pieces) }
        }
    }

    @Test func `Invalid UTF-8 is refused in any part of the bytes`() {
        #expect(throws: FileError.binary(path: "x")) { try start([[0x20], [0x41, 0]]) }
        // An incomplete unit of UTF-16, and a half of a surrogate pair.
        #expect(throws: FileError.notUTF8(path: "x")) { try start([[0xFF], [0xFE, 0x41]]) }
        #expect(throws: FileError.notUTF8(path: "x")) { try start([[0xFE, 0xFF, 0xD8], [0x00]]) }
    }

    @Test func `UTF-16 is converted, wherever its pieces are cut`() throws {
        let text = "a,ő 三🚀\r\n"
        for isBig in [true, false] {
            let units = "\u{FEFF}\(text)".utf16.map { isBig ? $0.bigEndian : $0.littleEndian }
            let bytes = units.withUnsafeBytes { Array($0) }
            for size in 1...7 {
                let pieces = stride(from: 0, to: bytes.count, by: size).map {
                    Array(bytes[$0..<min(bytes.count, $0 + size)])
                }
                #expect(try all(start(pieces)) == Array(text.utf8))
            }
        }
    }

    @Test(.level(.default)) func `Detection doesn't wait for the end of endless whitespace`() {
        #expect(throws: FileError.empty(path: "x")) {
            try TextFileStart(path: "x") { [UInt8](repeating: 0x20, count: 1 << 20) }
        }
    }

    @Test(arguments: [
        ("<?xml version=\"1.0\"?>\n<!-- <html> -->\n<gpx version=\"1.1\">", FileKind.gpx),
        ("<kml:kml>", .kml), ("<!doctype HTML>", .webPage), ("<HTML>", .webPage), ("<books/>", .xml),
        ("<?xml", .xml), ("<!DOCTYPE x [", .xml),
    ])
    func `Markup is detected by its first element after declarations and comments`(
        _ text: String, _ kind: FileKind
    ) {
        #expect(FileKind(beginning: Array(text.utf8)) == kind)
    }

    @Test(arguments: ["<3 call her", "<", "< gpx>", "begin", "x"])
    func `Text that resembles markup is text`(_ text: String) {
        #expect(FileKind(beginning: Array(text.utf8)) == nil)
    }
}
