import Foundation
import Testing

@Suite("Promises of docs/data-safety.md")
struct PromiseTests {
    @Test func `Each promise names an existing test file`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/data-safety.md"), encoding: .utf8)
            .replacing("| promise | tried by |", with: "| promise | tested by |")
        // Read only the page's tables of promises.
        let tables = page.components(separatedBy: "| promise | tested by |\n|---|---|\n").dropFirst()
        let rows = tables.flatMap { $0.split(separator: "\n").prefix { $0.hasPrefix("| ") } }
        #expect(rows.count >= 20)
        let firstSentences = rows.map { $0.split(separator: ".")[0] }
        #expect(Set(firstSentences).count == rows.count, "a promise is listed twice")
        for row in rows {
            let paths = row.split(separator: "`").filter {
                $0.hasPrefix("Tests/") || $0.hasPrefix("Fuzzing/")
            }
            #expect(!paths.isEmpty, "\(row)")
            for path in paths {
                let place = root.appending(path: String(path)).path
                #expect(FileManager.default.fileExists(atPath: place), "\(path)")
                guard path.hasSuffix(".swift") else { continue }
                let text = try? String(contentsOfFile: place, encoding: .utf8)
                #expect(text?.contains("@Test") == true, "\(path)")
            }
        }
    }
}
