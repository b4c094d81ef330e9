import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Progress of a long import at a terminal", .level(.default))
struct ImportProgressTests {
    /// For each program: the import command, the beginning of the file, an entry with its separator, and the
    /// progress messages in Polish and Hungarian.
    private static let imports:
        [(program: String, line: String, begin: String, entry: String, polish: String, hungarian: String)] = [
            (
                "mybooks", "import pipe.csv", "Book Id,Title,Author,Exclusive Shelf\n",
                "%@,Title %@,Author,read\n",
                "Import: ", "Importálás: "
            ),
            (
                "itour", "poi import pipe", "[",
                #"{"identifier": "00000000-0000-4000-8000-%@", "name": "Point %@"},"# + "\n",
                "Import ciekawych miejsc: ", "Importálás: "
            ),
        ]

    @Test(
        arguments: ["mybooks", "itour"],
        ["pl", "hu"])
    func `Progress in Polish and Hungarian is redrawn, or printed as sentences in accessible mode`(
        program: String, language: String
    ) throws {
        let told = try #require(Self.imports.first { $0.program == program })
        for isAccessible in [false, true] {
            let person = try Person(program)
            let pipe = person.home.file(String(told.line.split(separator: " ").last ?? ""))
            #expect(mkfifo(pipe, 0o600) == 0)
            let writing = open(pipe, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            defer { close(writing) }
            let terminal = try PseudoTerminal(
                person.path, ["--language", language] + (isAccessible ? ["--accessible"] : []),
                environment: person.environment, workingDirectory: person.home.path, columns: 120)
            try terminal.expectPrompt("\(program)> ")
            try terminal.sendLine(told.line)
            try terminal.expect("\n")
            try write(told.begin, to: writing)
            let words = language == "pl" ? told.polish : told.hungarian
            // The first message appears one second after the start. The next messages appear when further
            // entries are read.
            var number = 0
            while !terminal.unread.contains(words) {
                if number == 60_000 { throw TestSupportError("nothing is told: \(terminal.unread)") }
                for _ in 1...200 {
                    number += 1
                    let digits = String(number)
                    let padded = String(repeating: "0", count: 12 - digits.count) + digits
                    try write(told.entry.replacing("%@", with: padded), to: writing)
                }
                // After the first entries, wait longer, because the first message appears only after a
                // second.
                let isFirst = number == 200
                _ = try? terminal.expect(words, timeout: .milliseconds(isFirst ? 1100 : 20))
                if terminal.output.contains(words) { break }
            }
            let shown = terminal.rawOutput.suffix(400)
            let text = String(decoding: shown, as: UTF8.self)
            #expect(text.contains("\r\u{1B}[K\(words)") != isAccessible, "\(text.debugDescription)")
            #expect(!text.contains("Importing"))
            try terminal.send(.controlC)
            try terminal.expectPrompt("\(program)> ")
        }
    }

    private func write(_ text: String, to descriptor: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else { usleep(1000) }
        }
    }
}
