import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

@testable import ITour

/// The result of an import of points of interest.
struct PointImportResult {
    let report: ImportReport
    let keptDeleted: Int
    let problem: PointImportError?
    let output: Output

    /// The numbers of added, updated, unchanged and skipped entries, in this order.
    var counts: [Int] { [report.added, report.changed, report.unchanged, report.skippedCount] }
}

@MainActor
extension TestPlanner {
    /// Imports a text in pieces of a number of bytes.
    @discardableResult
    func importPoints(
        _ text: String, piece: Int = 1 << 18, dryRun: Bool = false, bringingBack: Bool = false
    ) async throws -> PointImportResult {
        try await importPoints(
            from: PointSource(Array(text.utf8), piece: piece), dryRun: dryRun, bringingBack: bringingBack)
    }

    @discardableResult
    func importPoints(
        from source: PointSource, dryRun: Bool = false, bringingBack: Bool = false
    ) async throws -> PointImportResult {
        var importer = try PointImporter(source, in: session, bringsBackDeleted: bringingBack)
        let report = try await importer.run(isDryRun: dryRun)
        return PointImportResult(
            report: report, keptDeleted: importer.keptDeleted, problem: importer.problem,
            output: importer.output(report, isDryRun: dryRun))
    }

    /// The points, by name.
    func points() throws -> [PointOfInterest] {
        try context.fetch(FetchDescriptor<PointOfInterest>(sortBy: [SortDescriptor(\.name)]))
    }
}

extension PointSource {
    /// Creates a source from bytes in memory, which arrive in pieces of a number of bytes.
    init(_ bytes: [UInt8], piece: Int = 1 << 18) {
        var rest = bytes[...]
        self.init(name: "list", size: { nil }) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }
}

/// Returns a point of interest as JSON.
func point(
    _ number: Int, _ name: String, city: String = "Rome", category: String? = nil, latitude: Double = 41.5,
    longitude: Double = 12.25
) -> String {
    let digits = String(number)
    let identifier = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    let kind = category.map { ", \"category\": {\"name\": \"\($0)\"}" } ?? ""
    return """
        {"identifier": "\(identifier)", "name": "\(name)", "city": "\(city)", "country": "Italy", \
        "latitude": \(latitude), "longitude": \(longitude)\(kind)}
        """
}
