import Foundation
import TestSupport
import Testing

@Suite("Links in the documentation", .level(.default))
struct DocumentLinkTests {
    /// The paths of the pages whose links the tests check.
    private static func pages() throws -> [String] {
        let root = try FileManager.default.contentsOfDirectory(atPath: Document.repository.path)
        let articles = Document.files(in: "Sources", withExtension: "md").filter { $0.contains(".docc/") }
        let folders = ["docs", "Benchmarks", "Fuzzing", "Examples", "Packaging"]
        return root.filter { $0.hasSuffix(".md") }.sorted() + articles
            + folders.flatMap { Document.files(in: $0, withExtension: "md") }.filter { !$0.contains("/.") }
    }

    /// Returns the targets of all links in a page: inline links, images, references and HTML attributes.
    private static func targets(in page: Document) -> [String] {
        var targets: [String] = []
        for line in page.prose {
            targets += line.matches(of: /\]\(<?([^)> ]+)>?(?: "[^"]*")?\)/).map { String($0.1) }
            targets += line.matches(of: /^\[[^\]]+\]: *(\S+)/).map { String($0.1) }
            targets += line.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) }
            targets += line.matches(of: /<(doc:[^>]+)>/).map { String($0.1) }
        }
        return targets
    }

    private static func anchors(of path: String) throws -> Set<String> {
        try Document(path).anchors
    }

    /// Returns the path in the repository of a link that is relative to a page.
    private static func path(_ relative: String, from page: String) -> String {
        if relative.isEmpty { return page }
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    @Test func `Every relative link leads to a file, and to a heading in it`() throws {
        var followed = 0
        for name in try Self.pages() {
            let page = try Document(name)
            for target in Self.targets(in: page) {
                if target.hasPrefix("doc:") {
                    let article = target.dropFirst(4).split(separator: "#").first.map(String.init) ?? ""
                    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
                    let file = article.split(separator: "/").last.map(String.init) ?? article
                    #expect(Document.exists("\(folder)/\(file).md"), "\(name): \(target)")
                    followed += 1
                    continue
                }
                if target.wholeMatch(of: /[a-z]+:.*/) != nil { continue }
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path = Self.path(parts[0].removingPercentEncoding ?? String(parts[0]), from: name)
                followed += 1
                guard path.isEmpty || Document.exists(path) else {
                    Issue.record("\(name): there is no file for \(target)")
                    continue
                }
                guard parts.count == 2, path.hasSuffix(".md") else { continue }
                #expect(
                    try Self.anchors(of: path).contains(String(parts[1])),
                    "\(name): there is no heading for \(target)")
            }
        }
        #expect(followed >= 20)
    }

    @Test func `Every path of the repository that a page names exists`() throws {
        let folders = ["Sources", "Tests", "docs", "Localization", "Benchmarks", "Fuzzing", "Packaging"]
        for name in try Self.pages() where name != "CHANGELOG.md" {
            for match in try Document(name).text.matches(of: /`([A-Za-z]+\/[A-Za-z0-9_.\/+\-]+)`/) {
                let path = String(match.1)
                // `Sources/Reader` is in the reader's own package.
                guard folders.contains(where: { path.hasPrefix("\($0)/") }),
                    !path.hasPrefix("Sources/Reader/")
                else { continue }
                #expect(
                    Document.exists(path) || Document.exists(Self.path(path, from: name)), "\(name): \(path)")
            }
        }
    }

    @Test func `Every source file that a diagram names exists`() throws {
        let files = Set(
            Document.files(in: "Sources", withExtension: "swift").compactMap { $0.split(separator: "/").last }
        )
        var named = 0
        for name in try Self.pages() {
            for match in try Document(name).text.matches(of: /<br>([^"\]]+\.swift)/) {
                for file in match.1.split(separator: ", ") {
                    let exists = files.contains(file)
                    #expect(exists, "\(name): \(file)")
                    named += 1
                }
            }
        }
        #expect(named >= 20)
    }

    @Test func `README.md has the figures of speed that the page of the benchmarks has`() throws {
        /// The column of each operation's row in the table with a header, by the operation's first word.
        func column(_ index: Int, of header: String, in path: String) throws -> [Substring: Substring] {
            let table = try Document(path).lines.drop { !$0.hasPrefix(header) }.prefix { $0.hasPrefix("|") }
            let rows = table.dropFirst(2).map { $0.split(separator: "|") }
            return Dictionary(
                rows.map { row in
                    let operation = row[0].split { $0 == " " || $0 == "," }
                    return (operation[0], row[index].split(separator: " ")[0])
                }, uniquingKeysWith: { first, _ in first })
        }
        let short = try column(1, of: "| 10,000 rows of nine properties |", in: "README.md")
        let whole = try column(4, of: "| operation | at most |", in: "Benchmarks/README.md")
        #expect(short.count == 4)
        for (operation, ratio) in short { #expect(whole[operation] == ratio, "\(operation)") }
    }

    @Test func `Every document that a text of the programs or a source file names exists`() throws {
        let tables = ["strings", "stringsdict"].flatMap {
            Document.files(in: "Localization", withExtension: $0)
        }
        #expect(tables.count > 20)
        for name in tables + Document.files(in: "Sources", withExtension: "swift") {
            try check(try Document(name).text, in: name, hasTopLevelPages: !name.hasSuffix(".swift"))
        }
        for program in Transcript.all {
            try check(try Person(program).manual("en"), in: "the manual of \(program)")
        }
    }

    private func check(_ text: String, in place: String, hasTopLevelPages: Bool = true) throws {
        // Few files contain “.md”, and this check is faster than a regular expression.
        guard text.contains(".md") else { return }
        for match in text.matches(of: /\b(docs\/[A-Za-z0-9_\/\-]+\.md)(?:#([A-Za-z0-9_\-]+))?/) {
            let path = String(match.1)
            guard Document.exists(path) else {
                Issue.record("\(place): there is no \(path)")
                continue
            }
            guard let anchor = match.2 else { continue }
            #expect(
                try Self.anchors(of: path).contains(String(anchor)),
                "\(place): there is no heading for \(match.0)")
        }
        guard hasTopLevelPages else { return }
        for match in text.matches(of: /\b[A-Z][A-Z_]+\.md\b/) {
            #expect(Document.exists(String(match.0)), "\(place): \(match.0)")
        }
    }
}
