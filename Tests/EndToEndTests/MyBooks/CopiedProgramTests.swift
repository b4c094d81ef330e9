import Foundation
import TestSupport
import Testing

@Suite("A copy of a program without other files", .level(.default))
struct CopiedProgramTests {
    @Test(arguments: [
        ("en", "Wrote 26 books to “log.json”.", "Added 26 sample books."),
        ("pl", "Zapisano 26 książek", "Dodano 26 przykładowych książek"),
        ("hu", "26 könyv", "26 mintakönyv"),
    ])
    func `A copied program supports every language`(language: String, exported: String, added: String) throws
    {
        let reader = try Reader()
        let place = reader.home.file("alone")
        // A shell copies the program. If this process wrote the copy, child processes could inherit the open
        // file, and then the copy couldn't be executed.
        _ = try reader.shell("mkdir alone && cp -L \"$mybooks\" alone/mybooks")
        let result = try reader.shell(
            """
            cd alone && PATH=/nowhere exec ./mybooks --language \(language) -c samples -c "export log.json" -c stats -c help
            """)
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(result.stderr.isEmpty, "\(result.stderr)")
        #expect(result.stdout.contains(exported), "\(result.stdout)")
        #expect(result.stdout.contains(added), "\(result.stdout)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["log.json", "mybooks"])
    }
}
