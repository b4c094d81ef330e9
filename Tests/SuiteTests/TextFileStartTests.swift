import Shell
import TestSupport
import Testing

@testable import Suite

@Suite("The beginning of a text file")
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

    @Test("It is recognized however it comes in pieces, and nothing of it is lost")
    func pieces() throws {
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

    @Test("Spaces alone are as empty as nothing")
    func empty() {
        for pieces: [[UInt8]] in [
            [], [[0x20], [0x0A]], [[0xEF, 0xBB, 0xBF]], [[0xEF], [0xBB], [0xBF], [0x20]],
        ] {
            #expect(throws: FileError.empty(path: "x")) { try start(pieces) }
        }
    }

    @Test("What is no text in UTF-8 is refused, in whatever piece it shows")
    func binary() {
        #expect(throws: FileError.binary(path: "x")) { try start([[0x20], [0x41, 0]]) }
        #expect(throws: FileError.notUTF8(path: "x")) { try start([[0xFF], [0xFE, 0x41]]) }
    }

    @Test("Endless spaces are not waited for")
    func endless() {
        #expect(throws: FileError.empty(path: "x")) {
            try TextFileStart(path: "x") { [UInt8](repeating: 0x20, count: 1 << 20) }
        }
    }

    @Test(
        "Markup is told apart by its first element, behind declarations and comments",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<!-- <html> -->\n<gpx version=\"1.1\">", FileKind.gpx),
            ("<kml:kml>", .kml), ("<!doctype HTML>", .webPage), ("<HTML>", .webPage), ("<books/>", .xml),
            ("<?xml", .xml), ("<!DOCTYPE x [", .xml),
        ])
    func markup(_ text: String, _ kind: FileKind) {
        #expect(FileKind(beginning: Array(text.utf8)) == kind)
    }

    @Test("What only looks like markup is text", arguments: ["<3 call her", "<", "< gpx>", "begin", "x"])
    func noMarkup(_ text: String) {
        #expect(FileKind(beginning: Array(text.utf8)) == nil)
    }
}
