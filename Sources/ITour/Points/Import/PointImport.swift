import Foundation
import Localization
import ModelData
import Shell
import Suite
import Sync

/// Brings points of interest into the store, in one transaction and one step of undo.
@MainActor
struct PointImport {
    let session: TripSession
    let source: PointSource
    /// Whether points that were deleted here are made again.
    var bringsBackDeleted = false

    /// What an import did, and what kept it from doing everything.
    struct Result {
        let report: Sync.ImportReport
        let problem: PointImportError?
    }

    /// Imports everything. Where it is interrupted, the store is as it was; where the source breaks off, what came
    /// before stays.
    func run(isDryRun: Bool) async throws -> Result {
        let label = { (result: Result) in
            text(
                "Imported %1$@: %2$lld points of interest added, %3$lld updated.", source.name,
                result.report.added, result.report.updated)
        }
        return try await session.importing(isTrial: isDryRun, label: label) { try await importAll() }
    }

    private func importAll() async throws -> Result {
        var options = ModelImporter<PointOfInterest>.Options()
        options.bringsBackDeleted = bringsBackDeleted
        let importer = try ModelImporter(PointOfInterest.self, into: session.context, options: options)
        let progress = PointProgress(session)
        defer { progress.end() }
        var failure: (any PresentableError)?
        var isEmpty = true
        do {
            while case let bytes = try await next(), !bytes.isEmpty {
                isEmpty = false
                try await importer.take(bytes)
                progress.show(importer.report.total, position: importer.position, of: source.size())
                // Lets Ctrl-C through.
                await Task.yield()
                try Task.checkCancellation()
            }
        } catch let error as any PresentableError where !isEmpty {
            failure = error
        } catch ImportError.notAList(let line) {
            throw PointImportError.notAList(name: source.name, line: line)
        }
        if isEmpty { throw PointImportError.empty(name: source.name) }
        let report: Sync.ImportReport
        do {
            report = try await importer.finish()
            // The last records are written by that.
            try Task.checkCancellation()
        } catch ImportError.notAList(let line) {
            if let failure { throw failure }
            throw PointImportError.notAList(name: source.name, line: line)
        }
        return Result(report: report, problem: problem(report, failure))
    }

    /// The next bytes, with errors that a person understands.
    private func next() async throws -> [UInt8] {
        do {
            return try await source.read()
        } catch let error as RemoteFileError {
            throw PointImportError.remote(address: source.name, error)
        }
    }

    private func problem(
        _ report: Sync.ImportReport, _ failure: (any PresentableError)?
    ) -> PointImportError? {
        // Those that were skipped are told of by themselves.
        let imported = report.total - report.skippedCount
        if let failure, report.ending != .complete {
            return .brokenOff(reason: failure.problem, records: imported)
        }
        switch report.ending {
        case .open, .complete: return nil
        case .cutOff(_, let line): return .cutOff(name: source.name, line: line, records: imported)
        case .malformed(_, let line): return .malformed(name: source.name, line: line, records: imported)
        }
    }
}
