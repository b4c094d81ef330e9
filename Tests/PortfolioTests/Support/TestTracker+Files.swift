import Foundation
import TestSupport

@testable import Portfolio

extension TestTracker {
    /// Imports a text, and returns the messages. The file extension determines the format.
    @discardableResult
    func importing(_ text: String, as format: IssueFormat, options: String = "") async throws -> String {
        let directory = try TemporaryDirectory()
        let path = try directory.write(text, to: "issues.\(format.rawValue)")
        let report = try await self.text("import \"\(path)\" \(options)")
        _ = directory
        return report
    }

    /// Returns the text of an export.
    func export(as format: IssueFormat) async throws -> String {
        let directory = try TemporaryDirectory()
        let path = directory.file("issues.\(format.rawValue)")
        try await run("export \"\(path)\"")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = directory
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// A todo.txt without the words by which portfolio recognizes issues.
    var withoutIdentifiers: String {
        replacingOccurrences(
            of: " id:([0-9a-z]{10}|[0-9a-z]{26})(?=\\s|$)", with: "", options: .regularExpression)
    }
}
