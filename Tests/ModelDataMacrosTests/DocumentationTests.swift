import Foundation
import TestSupport
import Testing

/// The articles of ModelData's documentation and the doc comments of the libraries, whose examples must compile.
@Suite("ModelData's documentation", .level(.default))
struct DocumentationTests {
    static var sources: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
    }

    static var catalogue: URL { sources.appending(path: "ModelData/ModelData.docc") }

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

    @Test(arguments: SnippetGroup.all)
    func `The examples in doc comments compile`(group: SnippetGroup) throws {
        let package = Self.sources.deletingLastPathComponent()
        let snippets = try DocumentedSnippets(in: group.folders.map { package.appending(path: $0) })
        #expect(snippets.count >= group.minimumCount)
        let run = try CompilerRun(group.head + snippets.source, options: ["-parse-as-library"])
        // Examples may leave a result unused. Other warnings count.
        let problems = run.log.split(separator: "\n").filter {
            $0.hasPrefix("/") && !$0.contains("[#no-usage]") && !$0.contains(": note:")
        }
        #expect(problems == [])
    }

    @Test func `An example in a doc comment that doesn't compile is named with its file and line`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            "/// Does.\n///\n/// ```swift\n/// let one = 1\n/// one.fly()\n/// ```\npublic func fly() {}\n",
            to: "Fly.swift")
        let snippets = try DocumentedSnippets(in: [directory.url])
        let run = try CompilerRun(snippets.source, options: ["-parse-as-library"])
        #expect(run.log.contains("\(path):5:"), "\(run.log.prefix(1000))")
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
