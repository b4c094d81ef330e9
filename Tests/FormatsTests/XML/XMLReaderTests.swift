import Foundation
import Formats
import Testing

@Suite("XML")
struct XMLReaderTests {
    /// Reads a text in chunks of a given size, and returns its events. Adjacent text events are joined.
    private func events(_ text: String, piece: Int = 1 << 16) throws -> [String] {
        var rest = Array(text.utf8)[...]
        var reader = XMLReader {
            let bytes = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            return bytes
        }
        var events: [String] = []
        var text = ""
        func flush() {
            if !text.isEmpty { events.append("“\(text)”") }
            text = ""
        }
        while let event = try reader.next() {
            switch event {
            case .text(let part): text += part
            case .begin(let name, let attributes):
                flush()
                let sorted = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
                events.append("<\(name)\(sorted)>")
            case .end(let name):
                flush()
                events.append("</\(name)>")
            }
        }
        return events
    }

    @Test func `Elements, attributes, references, CDATA and comments don't depend on how the text is split`()
        throws
    {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE gpx SYSTEM "x>y.dtd">
            <!-- <a> --><g:a x='1 > "2"' y = "&lt;&#65;&#x17B;&quot;"><b/>zażółć &amp; <![CDATA[<&]]]>]]><c
            >x</c ></g:a><?end?>

            """
        let expected = [
            "<a x=1 > \"2\" y=<AŻ\">", "<b>", "</b>", "“zażółć & <&]]]>”", "<c>", "“x”", "</c>", "</a>",
        ]
        for piece in [1, 2, 5, 1 << 16] {
            let found = try events(text, piece: piece)
            #expect(found == expected, "\(piece)")
        }
    }

    @Test func `A combining mark, joiner or variation selector after a reference is kept`() throws {
        for mark in ["\u{FE0F}", "\u{200D}", "\u{301}", "\u{20E3}"] {
            let found = try events("<a b='&lt;\(mark)'>x &amp;\(mark)&#65;\(mark)&quot;\(mark)</a>")
            #expect(found == ["<a b=<\(mark)>", "“x &\(mark)A\(mark)\"\(mark)”", "</a>"])
        }
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a b=1/>", "<a b='1' b='2'/>", "<a b='<'/>",
        "<a>&</a>",
        "<a>&nope;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a><![CDATA[</a>", "<!-- <a/>", "<a b/>",
        "<1/>",
        "<a/>text", "<![CDATA[x]]><a/>", "<a b='1'c='2'/>", "<a",
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        "<?xml version='1.0' encoding='utf-16'?><a/>",
    ])
    func `XML that isn't well-formed is refused`(text: String) {
        for piece in [1, 1 << 16] { #expect(throws: XMLProblem.self) { try events(text, piece: piece) } }
    }

    @Test func `Invalid UTF-8, endless tags and endless nesting are refused`() {
        var pieces: [[UInt8]] = [Array("<a>".utf8) + [0xFF, 0xFE] + Array("</a>".utf8), []]
        var reader = XMLReader { pieces.removeFirst() }
        #expect(throws: XMLProblem.self) { while try reader.next() != nil {} }
        #expect(throws: XMLProblem.self) { try events(String(repeating: "<a>", count: 100_000)) }
        var endless = XMLReader { Array(repeating: UInt8(ascii: "x"), count: 1 << 20) }
        #expect(throws: XMLProblem.self) { while try endless.next() != nil {} }
        var count = 0
        var tag = XMLReader {
            count += 1
            return count == 1 ? Array("<a b='".utf8) : Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        }
        #expect(throws: XMLProblem.tooLarge(line: 1)) { while try tag.next() != nil {} }
    }
}
