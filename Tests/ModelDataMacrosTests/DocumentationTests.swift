import Foundation
import TestSupport
import Testing

/// The articles of ModelData's documentation, whose examples must compile.
@Suite("ModelData's documentation", .level(.default))
struct DocumentationTests {
    private static var catalogue: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ModelData/ModelData.docc")
    }

    static var articles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
                .filter { $0.hasSuffix(".md") }.sorted()
        }
    }

    /// Returns the code blocks of an article, in order, as one program.
    private static func program(in article: String) throws -> String {
        let text = try String(contentsOf: catalogue.appending(path: article), encoding: .utf8)
        var program: [Substring] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
            } else if isCode {
                program.append(line)
            }
        }
        return program.joined(separator: "\n")
    }

    @Test(arguments: try articles)
    func `The examples of an article compile in order`(article: String) throws {
        let run = try CompilerRun(try Self.program(in: article))
        #expect(
            run.diagnostics.filter { !$0.message.contains("never used") } == [], "\(run.log.prefix(3000))")
    }

    @Test func `Every link to an article has a target`() throws {
        let articles = Set(try Self.articles.map { $0.dropLast(3) })
        for article in try Self.articles {
            let text = try String(contentsOf: Self.catalogue.appending(path: article), encoding: .utf8)
            for link in text.matches(of: #/<doc:(\w+)>/#) {
                #expect(articles.contains(link.1), "\(article) links to \(link.1)")
            }
        }
    }
}
