import Foundation
import TestSupport
import Testing

/// The pages of the documentation and the doc comments of the libraries, whose examples must compile.
@Suite("The documentation's examples", .level(.default))
struct DocumentationTests {
    static var package: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    static var catalogue: URL { package.appending(path: "Sources/ModelData/ModelData.docc") }

    static var articles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
                .filter { $0.hasSuffix(".md") }.sorted()
        }
    }

    /// The pages with Swift code for readers: README, the articles of both libraries, and `docs`. CONTRIBUTING shows
    /// code of this package itself.
    static var pages: [String] {
        get throws {
            let folders = [
                "Sources/ModelData/ModelData.docc", "Sources/StoreMaintenance/StoreMaintenance.docc", "docs",
            ]
            let paths = try folders.flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: package.appending(path: folder).path)
                    .map { "\(folder)/\($0)" }
            }
            return try (["README.md"] + paths.sorted()).filter {
                try $0.hasSuffix(".md") && text(of: $0).contains("```swift")
            }
        }
    }

    private static func text(of page: String) throws -> String {
        try String(contentsOf: package.appending(path: page), encoding: .utf8)
    }

    @Test func `Pages with Swift code are found in all folders`() throws {
        let pages = try Self.pages
        #expect(pages.count >= 25)
        #expect(pages.contains("README.md"))
        #expect(pages.contains("Sources/StoreMaintenance/StoreMaintenance.docc/StoreMaintenance.md"))
        #expect(pages.contains("docs/languages.md"))
    }

    @Test(arguments: try pages)
    func `The blocks of a page compile as they are printed, one after another`(page: String) throws {
        let program = DocumentedPage(try Self.text(of: page)).program
        // A target of tests has no main program.
        let options = program.contains("import Testing\n") ? ["-parse-as-library"] : []
        let run = try CompilerRun(program, importing: nil, options: options)
        #expect(run.diagnostics == [], "\(page): \(run.log.prefix(3000))")
    }

    @Test func `Nothing is added to a block, and an error has the line of the page`() throws {
        let page = DocumentedPage(
            """
            # Page

            ```swift
            let place = URL(fileURLWithPath: "/")
            ```

            <!-- not compiled: wrong on purpose -->
            ```swift
            let number: Int = ""
            ```

            """)
        let run = try CompilerRun(page.program, importing: nil)
        #expect(run.diagnostics.map(\.line) == [4], "\(run.log.prefix(1000))")
    }

    @Test(arguments: ["README.md", "Sources/ModelData/ModelData.docc/GettingStarted.md"])
    func `The program of a page prints what the page says`(page: String) throws {
        let page = DocumentedPage(try Self.text(of: page))
        #expect(!page.outputs.isEmpty)
        #expect(try CompilerRun.output(of: page.program) == page.outputs.map { $0 + "\n" }.joined())
    }

    @Test func `The program of README differs from SwiftData's in the import only`() throws {
        let text = try Self.text(of: "README.md")
        let program = DocumentedPage(text).program.trimmingCharacters(in: .newlines)
        let comparison = program.replacing("import ModelData", with: "import SwiftData")
        #expect(text.contains("<!-- not compiled: SwiftData's side -->\n```swift\n\(comparison)\n```"))
    }

    @Test func `The manifests of the pages are valid and name products of this package`() throws {
        let own = try Self.text(of: "Package.swift")
        let manifests = try Self.pages.flatMap { DocumentedPage(try Self.text(of: $0)).manifests }
        #expect(manifests.count >= 2)
        for manifest in manifests {
            let directory = try TemporaryDirectory()
            _ = try directory.write(manifest, to: "Package.swift")
            let result = try run(
                "/usr/bin/env", ["swift", "package", "dump-package"], stdin: "",
                environment: directory.environment(), workingDirectory: directory.path)
            #expect(result.status == .exited(0), "\(result.stderr)")
            for product in manifest.matches(of: #/\.product\(name: "(\w+)", package: "terminal-suite"\)/#) {
                #expect(own.contains(".library(name: \"\(product.1)\","))
            }
        }
    }

    @Test(arguments: SnippetGroup.all)
    func `The examples in doc comments compile`(group: SnippetGroup) throws {
        let snippets = try DocumentedSnippets(in: group.folders.map { Self.package.appending(path: $0) })
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
