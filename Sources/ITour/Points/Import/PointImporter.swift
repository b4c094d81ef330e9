import Formats
import Foundation
import Localization
import ModelData
import Shell
import Suite
import Sync

/// Imports points of interest into the store, in one transaction and one undo step.
@MainActor
struct PointImport {
    let session: TripSession
    let source: PointSource
    /// Whether to import points that the user deleted from this store earlier.
    var bringsBackDeleted = false

    /// The report of an import. If an error ended the import early, the report contains this error.
    struct Result {
        let report: Sync.ModelImportReport
        let problem: PointImportError?
    }

    /// Imports the points. If the user interrupts the import, the store isn't changed. If reading the source
    /// fails, the points that were read before the failure are kept.
    ///
    /// - Parameter isDryRun: Whether to discard the changes after the import.
    /// - Throws: ``PointImportError`` and the errors of the store.
    func run(isDryRun: Bool) async throws -> Result {
        let label = { (result: Result) in
            text(
                "Imported %1$@: %2$lld points of interest added, %3$lld updated.", source.name,
                result.report.added, result.report.updated)
        }
        return try await session.performImport(isDryRun: isDryRun, label: label) { try await importAll() }
    }

    private func importAll() async throws -> Result {
        var options = ModelImporter<PointOfInterest>.Options()
        options.bringsBackDeleted = bringsBackDeleted
        options.title = { $0.name }
        let importer = try ModelImporter(PointOfInterest.self, into: session.context, options: options)
        let progress = PointProgress(session)
        defer { progress.end() }
        var failure: (any PresentableError)?
        var isEmpty = true
        do {
            while case let bytes = try await next(), !bytes.isEmpty {
                if isEmpty { try refuseForeign(bytes) }
                isEmpty = false
                try await importer.take(bytes)
                progress.show(importer.report.total, position: importer.position, of: source.size())
                // Let Ctrl-C interrupt the import.
                await Task.yield()
                try Task.checkCancellation()
            }
        } catch let error as any PresentableError where !isEmpty {
            failure = error
        } catch ImportError.notAList(let line) {
            throw PointImportError.notAList(name: source.name, line: line)
        }
        if isEmpty { throw PointImportError.empty(name: source.name) }
        let report: Sync.ModelImportReport
        do {
            report = try await importer.finish()
            // `finish` has written the last records. Check again whether the user interrupted the import.
            try Task.checkCancellation()
        } catch ImportError.notAList(let line) {
            if let failure { throw failure }
            throw PointImportError.notAList(name: source.name, line: line)
        }
        return Result(report: report, problem: problem(report, failure))
    }

    /// The points, for errors of files that other commands import.
    private static let kind = ImportFileKind(.points, remedy: PointImportError.remedyOfOthers) {
        text("“%@” doesn't contain a list of points of interest.", $0)
    }

    /// Throws if another command imports the file.
    ///
    /// - Parameter bytes: The beginning of the file.
    private func refuseForeign(_ bytes: [UInt8]) throws {
        var pieces = [bytes]
        var reader = JSONElementReader(lists: ["destinations"]) { pieces.popLast() ?? [] }
        var keys: Set<String> = []
        reading: while let part = try? reader.next() {
            switch part {
            case .member(let key, _): keys.insert(key)
            case .element(let list?, _, _):
                keys.insert(list)
                break reading
            case .element(nil, _, let bytes):
                if let object = try? JSONDocument(bytes) {
                    JSONView(object).forEachMember { key, _ in keys.insert(key) }
                }
                break reading
            }
        }
        if Self.kind.isForeign(keys) { throw Self.kind.foreignList(keys: keys, path: source.name) }
    }

    /// Reads the next bytes, with readable errors for remote files.
    private func next() async throws -> [UInt8] {
        do {
            return try await source.read()
        } catch let error as RemoteFileError {
            throw PointImportError.remote(address: source.name, error)
        }
    }

    private func problem(
        _ report: Sync.ModelImportReport, _ failure: (any PresentableError)?
    ) -> PointImportError? {
        // Don't count skipped records here, because the report lists them separately.
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
