import Foundation
import TestSupport
import Testing

@testable import Portfolio

/// A tracker and a todo.txt beside it.
@MainActor
final class FileDesk {
    let tracker: TestTracker
    let directory: TemporaryDirectory
    var path: String { directory.file("todo.txt") }

    init(_ text: String? = nil, language: String = "en") async throws {
        tracker = try await TestTracker(language: language)
        directory = try TemporaryDirectory()
        if let text { try write(text) }
    }

    var text: String {
        get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }
    }

    func write(_ text: String, to name: String = "todo.txt") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: directory.file(name)))
    }

    /// Replaces a text in the file.
    func replace(_ old: String, _ new: String) throws {
        let text = try text
        #expect(text.contains(old), "\(text)")
        try write(text.replacing(old, with: new))
    }

    @discardableResult
    func sync(_ options: String = "") async throws -> String {
        try await tracker.text("sync-file \"\(path)\" \(options)")
    }

    func issue(_ title: String) throws -> TrackedIssue {
        try #require(try tracker.issues.first { $0.title == title })
    }
}
