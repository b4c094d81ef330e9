import Foundation
import TestSupport
import Testing

@Suite("A program that was copied alone")
struct CopiedProgramTests {
    @Test(
        "It speaks every language, with nothing beside it",
        arguments: [
            ("en", "Wrote 26 books to “log.json”.", "Added 26 sample books."),
            ("pl", "Zapisano 26 książek", "Dodano 26 przykładowych książek"),
            ("hu", "26 könyv", "26 mintakönyv"),
        ])
    func languages(language: String, exported: String, added: String) throws {
        let reader = try Reader()
        let place = reader.home.file("alone")
        // Copied by another process: what this one writes, its children may hold open.
        _ = try reader.shell("mkdir alone && cp -L \"$mybooks\" alone/mybooks")
        let result = try reader.shell(
            """
            cd alone && PATH=/nowhere exec ./mybooks --language \(language) -c samples -c "export log.json" -c stats -c help
            """)
        #expect(result.status == .exited(0) && result.stderr.isEmpty, "\(result.stderr)")
        #expect(result.stdout.contains(exported) && result.stdout.contains(added), "\(result.stdout)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["log.json", "mybooks"])
    }
}
