import Foundation
import TestSupport
import Testing

@Suite("Examples of the help")
struct ExampleTests {
    /// The examples that the help of each command of a program gives.
    ///
    /// The manual page has them all: `.B "mybooks list --status in-progress"`.
    static func examples(of reader: Reader, named program: String) throws -> [String] {
        let page = try reader.mybooks("manual").stdout
        return page.split(separator: "\n").compactMap { line in
            guard let begin = line.range(of: ".B \"\(program) "), line.hasSuffix("\"") else { return nil }
            let example = line[begin.upperBound...].dropLast()
            return example.replacingOccurrences(of: "\\(dq", with: "\"")
                .replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\e", with: "\\")
        }
    }

    /// A log of twelve books and a file, with what the examples name.
    private func reader() throws -> Reader {
        let reader = try Reader()
        let titles = ["Solaris", "Dune"] + (3...12).map { "Book \($0)" }
        let script = titles.map { "add \"\($0)\" Somebody --added 2024-01-01\n" }.joined()
        let shelves = ["favourites", "dnf", "did-not-finish", "\"to lend\""].map { "shelf add 3 \($0)\n" }
        let quotes = (1...4).map { "quote add 4 \"Quote \($0)\"\n" } + ["quote add 4 \"We need mirrors.\"\n"]
        try reader.mybooks(
            stdin: script + shelves.joined() + "shelf add solaris favourites\n" + quotes.joined())
        try reader.home.write(
            "Book Id,Title,Author,Exclusive Shelf\n1,Lalka,Prus,read\n", to: "goodreads_library_export.csv")
        return reader
    }

    @Test("Every example works as typed")
    func work() throws {
        let reader = try reader()
        // Those of “sync” need a server: SyncCommandTests has one; those of “backup” and “restore” other disks.
        let examples = try Self.examples(of: reader, named: "mybooks").filter { example in
            !["sync", "backup", "restore"].contains { example == $0 || example.hasPrefix("\($0) ") }
        }
        #expect(examples.count > 25)
        for example in examples {
            // Each on the same log.
            let copy = reader.home.file("copy.store")
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: reader.store, toPath: copy)
            // What goes before it, as a person would have done it.
            if example == "redo" { try reader.mybooks("--store", copy, "undo") }
            let result = try reader.mybooks("--store", copy, "-c", example)
            // A question is for who is at a terminal.
            let asks = ["--yes", "Give at least one option", "nobody to answer", "TEXT is missing"]
            if asks.contains(where: result.stderr.contains) {
                let terminal = try reader.terminal("--store", copy, "-c", example)
                let question =
                    example.contains("delete") || example.hasPrefix("quote edit")
                    ? "[y/N]" : example.hasPrefix("quote add") ? "Quote (" : "Title: "
                try terminal.expect(question)
                try terminal.send(.controlC)
                try terminal.expect("Cancelled.")
                continue
            }
            #expect(result.status == .exited(0), "\(example): \(result.stderr)")
        }
    }

    @Test("Every argument of an example can be given by its name as well")
    func names() throws {
        let reader = try reader()
        for (line, same) in [
            ("show --book solaris --json", "show solaris --json"),
            ("rate --rating 5 --book solaris --json", "rate solaris 5 --json"),
            ("rate solaris --rating 5 --json", "rate --book=solaris 5 --json"),
            ("search --text lem --text solaris", "search lem solaris"),
            ("help --command list", "help list"), ("set --setting color", "set color"),
        ] {
            let (first, second) = (try reader.mybooks("-c", line), try reader.mybooks("-c", same))
            #expect(first.status == .exited(0) && first.stdout == second.stdout, "\(line): \(first.stderr)")
        }
    }
}
