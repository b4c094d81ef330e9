import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Brings a file's rows into the log, in one transaction.
@MainActor
struct LogImport {
    let session: BookSession
    let file: InputFile

    /// How many rows are saved at once: enough to be quick, few enough to need little memory.
    private static let batchSize = 2000

    /// Imports all rows. Where it fails or is interrupted, the log is as it was.
    func run(_ source: any ImportSource, isDryRun: Bool) async throws -> ImportReport {
        try await session.importing(isTrial: isDryRun, label: { $0.label(path: file.path) }) {
            try await importRows(of: source)
        }
    }

    private func importRows(of rows: any ImportSource) async throws -> ImportReport {
        var source = rows
        var report = ImportReport(countsLines: rows.countsLines)
        var index = try BookIndex(session.context)
        let related = ImportedRelations(session: session)
        var pending = 0
        let progress = ImportProgress(session: session, file: file)
        while let row = try source.next() {
            switch row {
            case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
            case .book(let imported):
                try take(imported, &index, related, &report)
            }
            pending += 1
            if pending == Self.batchSize {
                pending = 0
                try session.context.save()
                index.settle()
                related.settle()
                progress.show(report)
                // Lets Ctrl-C through.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        try session.context.save()
        related.settle()
        try related.removeEmptyShelves()
        report.newShelves = related.newShelves
        report.openEnd = source.openEnd
        progress.clear()
        return report
    }

    private func take(
        _ row: ImportedBook, _ index: inout BookIndex, _ related: ImportedRelations,
        _ report: inout ImportReport
    ) throws {
        var imported = row
        if let book = try index.match(imported, in: session.context) {
            // Each book has a source of its own; the one that has it keeps it.
            if index.namesSourceOfAnother(imported) { imported.source = nil }
            if try BookMerge.merge(imported, into: book, related) {
                report.merged += 1
            } else {
                report.unchanged += 1
            }
            index.note(imported)
            return
        }
        if imported.added == nil {
            // A book that was read before today can't have come into the log after that.
            imported.added = [session.today, imported.started, imported.completed].compactMap(\.self).min()
            imported.noteGuess(of: .added)
        }
        let book = Book(
            identifier: imported.identifier ?? UUID(), title: imported.title, author: imported.author,
            added: imported.added ?? session.today)
        session.context.insert(book)
        try BookMerge.fill(book, with: imported, related)
        index.add(book, imported)
        report.added += 1
    }
}
