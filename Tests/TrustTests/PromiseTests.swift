import Foundation
import Testing

@Suite("What the README promises about data")
struct PromiseTests {
    @Test("Each promise stands beside a file of tests that exists")
    func promises() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let begin = try #require(readme.range(of: "## What we promise about your data"))
        let page = readme[begin.upperBound...].components(separatedBy: "\n## ")[0]
        // The page has other tables too.
        let tables = page.components(separatedBy: "| promise | tried by |\n|---|---|\n").dropFirst()
        let rows = tables.flatMap { $0.split(separator: "\n").prefix { $0.hasPrefix("| ") } }
        #expect(rows.count >= 10)
        let firstSentences = rows.map { $0.split(separator: ".")[0] }
        #expect(Set(firstSentences).count == rows.count, "a promise stands there twice")
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
