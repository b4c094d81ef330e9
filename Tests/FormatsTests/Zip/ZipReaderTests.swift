import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite("Zip archives")
struct ZipReaderTests {
    // Archives of Python's zipfile with the entries “a.png” and “doc.kml”.
    private static let dynamic = """
        UEsDBBQAAAAIAJOGel1d7goOCAAAAAwAAAAFAAAAYS5wbmfrDPBz74RiAFBLAwQUAAAACACThnpdwPTBIHkBAAD2BgAABwAA \
        AGRvYy5rbWx9lE2KHjEMRPc5hQ/QC+tfyjXmBLMJBDKZEL77k27IoiTwrIt2+z2p/PZ6f/38/L329/Xn1/vrx+ffj7WvtdfH \
        t7f/EUFE15KATCHja4VCVpDJtYgID3VI9U41IWWD1O40DVLBb/1azIxXqo7CVpC6dhouhzSp84gI/rcDSaAl1g6ku3mKDqSK \
        poI7kCaq4s5jhKZkTMcMTTl3His0VdaBnNGUSAdyR1OxO1BsNEUDKBRVmXSiCFRV3omSUJWOjUtDVUWdKBNd6SAqRlelnagc \
        XdnuRFXoKjuQoCm3zhMoiqPjEKGozFEhRVE2No4SRTF3HGYUlTUqZCjKaVSoWv0GkAiKolkhb6K8E+luqsajoIquNEeHEl3J \
        WDkjdEVjQmboamycVdsp6UDOqCpnhxxVRXWg2KgqxisXgqpCRofCT+l+WiKnk58O2T7d6ulQxhdExXqy8XTI6SDyqVDlaQY3 \
        kNhpfM+bwKfJ3zi067Q1T4fUv9g4ylvUP1BLAQIUAxQAAAAIAJOGel1d7goOCAAAAAwAAAAFAAAAAAAAAAAAAACAAQAAAABh \
        LnBuZ1BLAQIUAxQAAAAIAJOGel3A9MEgeQEAAPYGAAAHAAAAAAAAAAAAAACAASsAAABkb2Mua21sUEsFBgAAAAACAAIAaAAA \
        AMkBAAAAAA==
        """
    private static let streamed = """
        UEsDBBQACAAIAJOGel0AAAAAAAAAAAAAAAAFAAAAYS5wbmfrDPBz74RiAFBLBwhd7goOCAAAAAwAAABQSwMEFAAIAAgAk4Z6 \
        XQAAAAAAAAAAAAAAAAcAAABkb2Mua21sfZRNih4xDET3OYUP0AvrX8o15gSzCQQymRC++5NuyKIk8KyLdvs9qfz2en/9/Py9 \
        9vf159f768fn34+1r7XXx7e3/xFBRNeSgEwh42uFQlaQybWICA91SPVONSFlg9TuNA1SwW/9WsyMV6qOwlaQunYaLoc0qfOI \
        CP63A0mgJdYOpLt5ig6kiqaCO5AmquLOY4SmZEzHDE05dx4rNFXWgZzRlEgHckdTsTtQbDRFAygUVZl0oghUVd6JklCVjo1L \
        Q1VFnSgTXekgKkZXpZ2oHF3Z7kRV6Co7kKApt84TKIqj4xChqMxRIUVRNjaOEkUxdxxmFJU1KmQoymlUqFr9BpAIiqJZIW+i \
        vBPpbqrGo6CKrjRHhxJdyVg5I3RFY0Jm6GpsnFXbKelAzqgqZ4ccVUV1oNioKsYrF4KqQkaHwk/pfloip5OfDtk+3erpUMYX \
        RMV6svF0yOkg8qlQ5WkGN5DYaXzPm8Cnyd84tOu0NU+H1L/YOMpb1D9QSwcIwPTBIHkBAAD2BgAAUEsBAhQDFAAIAAgAk4Z6 \
        XV3uCg4IAAAADAAAAAUAAAAAAAAAAAAAAIABAAAAAGEucG5nUEsBAhQDFAAIAAgAk4Z6XcD0wSB5AQAA9gYAAAcAAAAAAAAA \
        AAAAAIABOwAAAGRvYy5rbWxQSwUGAAAAAAIAAgBoAAAA6QEAAAAA
        """
    private static let fixed = """
        UEsDBBQAAAAIAJOGel1d7goOCAAAAAwAAAAFAAAAYS5wbmfrDPBz74RiAFBLAwQUAAAACACThnpdSQFQPQ4AAAAaAAAABwAA \
        AGRvYy5rbWxLTISBJDgrUcEvsSgRAFBLAQIUAxQAAAAIAJOGel1d7goOCAAAAAwAAAAFAAAAAAAAAAAAAACAAQAAAABhLnBu \
        Z1BLAQIUAxQAAAAIAJOGel1JAVA9DgAAABoAAAAHAAAAAAAAAAAAAACAASsAAABkb2Mua21sUEsFBgAAAAACAAIAaAAAAF4A \
        AAAAAA==
        """
    private static let stored = """
        UEsDBBQAAAAAAJOGel1d7goODAAAAAwAAAAFAAAAYS5wbmeJUE5HiVBOR4lQTkdQSwMEFAAAAAAAk4Z6XWKOM4kLAAAACwAA \
        AAcAAABkb2Mua21sU3RvcmVkIHRleHRQSwECFAMUAAAAAACThnpdXe4KDgwAAAAMAAAABQAAAAAAAAAAAAAAgAEAAAAAYS5w \
        bmdQSwECFAMUAAAAAACThnpdYo4ziQsAAAALAAAABwAAAAAAAAAAAAAAgAEvAAAAZG9jLmttbFBLBQYAAAAAAgACAGgAAABf \
        AAAAAAA=
        """

    private static let lines = (0..<60).map {
        "Station \($0 * $0 % 97): platform \($0 % 7), \($0 * 37 % 1000) m"
    }
    .joined(separator: "\n")

    /// Returns the entries of an archive that is read in pieces of a size.
    private func entries(_ archive: [UInt8], piece: Int = 1 << 16) throws -> [String: String] {
        var rest = archive[...]
        let reader = ZipReader {
            let bytes = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            return bytes
        }
        var entries: [String: String] = [:]
        while let name = try reader.next() {
            var content: [UInt8] = []
            while case let bytes = try reader.read(), !bytes.isEmpty { content += bytes }
            entries[name] = String(decoding: content, as: UTF8.self)
        }
        return entries
    }

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64.replacingOccurrences(of: " ", with: "")) ?? Data())
    }

    @Test(
        arguments: [
            (dynamic, lines), (streamed, lines), (fixed, "aaaaaaaaaabaaaaaaaaaa Nara"),
            (stored, "Stored text"),
        ], [1, 7, 1 << 16])
    func `Entries of every kind are unpacked, however the archive is split`(
        _ archive: (base64: String, content: String), piece: Int
    ) throws {
        let entries = try entries(Self.bytes(archive.base64), piece: piece)
        #expect(entries["doc.kml"] == archive.content)
        #expect(entries.count == 2)
    }

    @Test func `An entry that isn't read to its end is skipped`() throws {
        for base64 in [Self.dynamic, Self.streamed, Self.stored] {
            var archive: [UInt8]? = Self.bytes(base64)
            let reader = ZipReader {
                defer { archive = nil }
                return archive ?? []
            }
            #expect(try reader.next() == "a.png")
            #expect(try reader.next() == "doc.kml")
            #expect(try reader.next() == nil)
        }
    }

    @Test(arguments: [dynamic, streamed, fixed, stored])
    func `A cut off archive is an error wherever it ends before the directory`(base64: String) throws {
        let archive = Self.bytes(base64)
        let directory = try #require(
            (0..<archive.count).first { archive[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        for length in 0..<directory {
            #expect(throws: ZipProblem.cutOff) { try entries(Array(archive[..<length])) }
        }
    }

    @Test func `Changed bytes never give another content without an error`() throws {
        var random = SeededGenerator()
        for base64 in [Self.dynamic, Self.streamed, Self.fixed, Self.stored] {
            let archive = Self.bytes(base64)
            let sound = try entries(archive)
            for _ in 0..<100 {
                var damaged = archive
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] =
                        UInt8.random(in: 0...255, using: &random)
                }
                guard let entries = try? entries(damaged) else { continue }
                // A changed signature may look like the directory, and names have no checksum.
                for content in entries.values { #expect(sound.values.contains(content)) }
            }
        }
    }

    @Test func `A written archive is read again`() throws {
        let content = String(repeating: "Kyōto, Tōkyō\n", count: 50_000)
        let archive = ZipWriter.archive("doc.kml", Array(content.utf8))
        #expect(ZipReader.isZip(archive))
        #expect(try entries(archive, piece: 4096) == ["doc.kml": content])
    }
}
