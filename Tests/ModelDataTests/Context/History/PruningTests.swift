import Foundation
import ModelData
import Testing

@Suite("History pruning")
struct PruningTests {
    private let day: TimeInterval = 86400

    private func filled(_ directory: TemporaryDirectory, steps: Int) throws -> ModelContext {
        let context = ModelContext(try container(directory.file(), Book.self))
        for number in 0..<steps {
            context.insert(Book(title: "book \(number)", author: "x"))
            try context.save()
        }
        return context
    }

    @Test func `Old steps are deleted except the latest ones, which can still be undone`() throws {
        let directory = try TemporaryDirectory()
        let context = try filled(directory, steps: 150)
        let limits = HistoryLimits(steps: 120, age: 30 * day)
        #expect(try context.pruneHistory(keeping: limits, now: .now) == 0)
        #expect(try context.pruneHistory(keeping: limits, now: .now + 31 * day) == 30)
        #expect(try context.historySummaries(limit: 1000).count == 120)
        for _ in 0..<120 { #expect(try context.undoLastTransaction() != nil) }
        #expect(try context.undoLastTransaction() == nil)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 30)
        #expect(try context.container.integrityCheck() == [])
    }

    @Test
    func `Steps beyond the size limit are deleted except the latest hundred, and their space is reused`()
        throws
    {
        let directory = try TemporaryDirectory()
        let context = try filled(directory, steps: 110)
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        for number in 0..<150 {
            book.summary = String(repeating: "\(number) ", count: 5000)
            try context.save()
        }
        let limits = HistoryLimits(steps: 1000, age: 365 * day, bytes: 200_000)
        let before = try context.historySummaries(limit: 1000).count
        let deleted = try context.pruneHistory(keeping: limits)
        #expect(deleted > 100)
        #expect(before - deleted >= HistoryLimits.minimumSteps)
        #expect(try context.undoLastTransaction() != nil)
        try context.close()
        let size = try Data(contentsOf: directory.file()).count
        for number in 0..<20 {
            let again = ModelContext(try container(directory.file(), Book.self))
            let book = try #require(try again.fetch(FetchDescriptor<Book>()).first)
            for step in 0..<20 {
                book.summary = String(repeating: "\(number) \(step) ", count: 3000)
                try again.save()
            }
            try again.pruneHistory(keeping: limits)
            try again.close()
        }
        #expect(try Data(contentsOf: directory.file()).count <= size * 2)
    }
}
