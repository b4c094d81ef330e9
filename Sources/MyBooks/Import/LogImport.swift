import Basics
import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Imports a file's rows into the log in one transaction.
@MainActor
struct LogImport {
    let session: BookSession
    let file: InputFile

    /// The number of rows in one save, as a compromise between speed and memory.
    private static let batchSize = 2000

    /// Imports all rows. If the import fails or is interrupted, the log is unchanged.
    func run(_ source: any BookSource, isDryRun: Bool) async throws -> BookImportReport {
        try await session.performImport(isDryRun: isDryRun, label: { $0.label(path: file.path) }) {
            try await importRows(of: source)
        }
    }

    private func importRows(of rows: any BookSource) async throws -> BookImportReport {
        var source = rows
        var report = BookImportReport(countsLines: rows.countsLines)
        var index = try BookIndex(session.context)
        let related = ImportedRelations(session: session)
        var pending = 0
        let progress = ImportProgress(session: session, file: file)
        while let row = try source.next() {
            switch row {
            case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
            case .book(let imported):
                try await importBook(imported, &index, related, &report)
            }
            pending += 1
            if pending == Self.batchSize {
                pending = 0
                try await session.context.saveWhenUnlocked()
                index.releaseSavedObjects()
                related.releaseSavedObjects()
                progress.show(report)
                // Lets Ctrl-C interrupt the import.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        try await session.context.saveWhenUnlocked()
        related.releaseSavedObjects()
        try await related.removeEmptyShelves()
        report.newShelves = related.newShelves
        report.possiblyTruncatedLine = source.possiblyTruncatedLine
        progress.clear()
        return report
    }

    private func importBook(
        _ row: ImportedBook, _ index: inout BookIndex, _ related: ImportedRelations,
        _ report: inout BookImportReport
    ) async throws {
        var imported = row
        if let date = imported.droppedDateRead {
            report.droppedDates.append(
                .init(position: imported.position, title: imported.title, date: date))
        }
        if let book = try index.match(imported, in: session.context) {
            // If another book already has the source, that book keeps it, because two books can't have the
            // same source.
            if index.namesSourceOfAnother(imported) { imported.source = nil }
            if try await BookMerge.merge(imported, into: book, related) {
                report.merged += 1
            } else {
                report.unchanged += 1
            }
            index.recordMatch(imported)
            return
        }
        if imported.added == nil {
            // If the file has no date added, use today. If the book was read earlier, use the reading date
            // instead.
            imported.added = [session.today, imported.started, imported.completed].compactMap(\.self).min()
            imported.recordGuess(of: .added)
        }
        let book = Book(
            identifier: imported.identifier ?? UUID.random(), title: imported.title, author: imported.author,
            added: imported.added ?? session.today)
        session.context.insert(book)
        try await BookMerge.fill(book, with: imported, related)
        index.add(book, imported)
        report.added += 1
    }
}
