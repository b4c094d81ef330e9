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
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 10)
        for row in rows {
            let files = row.split(separator: "`").filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }
            #expect(!files.isEmpty, "\(row)")
            for file in files {
                let text = try? String(contentsOf: root.appending(path: String(file)), encoding: .utf8)
                #expect(text?.contains("@Test") == true, "\(file)")
            }
        }
    }
}
