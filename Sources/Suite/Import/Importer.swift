import Localization
import ModelData
import Shell

/// What a program adds to the import that all programs share: its formats, and what becomes of an entry.
///
/// The shared part reads the file, saves in batches in one transaction, shows the progress, and reports.
@MainActor
public protocol Importer<Entry> {
    /// The session of the program.
    associatedtype Session: StoreSession
    /// An entry of a file.
    associatedtype Entry

    /// The declaration of the command, with the parameters of ``ImportParameters``.
    static var declaration: CommandDeclaration { get }

    /// The number of rows in one save, as a compromise between speed and memory. Default: 2,000.
    static var batchSize: Int { get }

    /// Prepares an import.
    ///
    /// - Throws: The error of an invalid argument.
    init(_ invocation: Invocation, in session: Session) throws

    /// Opens a file, whose format is recognized by its content.
    ///
    /// - Throws: The error of a file that can't be imported.
    mutating func open(_ start: TextFileStart, path: String) async throws -> any ImportSource<Entry>

    /// Called in the transaction before the first batch.
    mutating func begin() async throws

    /// Imports a batch, which is saved afterwards.
    ///
    /// - Parameters:
    ///   - rows: The rows of the batch that have entries.
    ///   - report: The report, in which the import counts the entries.
    mutating func take(_ rows: [ImportRow<Entry>], _ report: inout ImportReport) async throws

    /// Saves a batch. Default: waits until no other process has locked the store, and saves.
    func save(_ session: StoreSession) async throws

    /// Returns the read part of the file, 0 to 1; `nil` if the size is unknown. Default: the part of the input.
    func fractionRead(_ input: InputFile) -> Double?

    /// Called after a batch was saved, to release its objects.
    mutating func releaseSavedObjects()

    /// Called in the transaction after the last batch.
    mutating func finish(_ report: inout ImportReport) async throws

    /// Returns the output of a finished import.
    func output(_ report: ImportReport, isDryRun: Bool) -> Output

    /// Returns the label of the import in the history.
    func label(_ report: ImportReport, path: String) -> LocalizedText

    /// Returns the text that shows the progress.
    func progress(_ report: ImportReport) -> LocalizedText
}

extension Importer {
    /// 2,000 rows.
    public static var batchSize: Int { 2000 }

    /// Waits until no other process has locked the store, and saves.
    public func save(_ session: StoreSession) async throws { try await session.context.saveWhenUnlocked() }

    /// Returns the read part of the input.
    public func fractionRead(_ input: InputFile) -> Double? {
        input.size > 0 ? min(1, Double(input.position) / Double(input.size)) : nil
    }

    /// Imports a file in one transaction and one undo step. If the import fails or is interrupted, the store is
    /// unchanged.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session with the store.
    ///   - isDryRun: Whether to discard all changes afterwards.
    /// - Throws: The errors of the file and of the store, and `CancellationError` after Ctrl-C.
    public mutating func run(
        _ file: InputFile, in session: StoreSession, isDryRun: Bool
    ) async throws -> ImportReport {
        let source = try await open(try TextFileStart(file, today: session.today), path: file.path)
        // The import reads and writes in one transaction, so it can only meet changes that another process saved
        // immediately before.
        let mergePolicy = session.context.mergePolicy
        session.context.mergePolicy = .mergeByPropertyObjectTrump
        defer { session.context.mergePolicy = mergePolicy }
        var importer = self
        let label = { (report: ImportReport) in importer.label(report, path: file.path) }
        let report = try await session.performImport(isDryRun: isDryRun, label: label) {
            try await importer.importAll(source, file, session)
        }
        self = importer
        return report
    }

    private mutating func importAll(
        _ file: any ImportSource<Entry>, _ input: InputFile, _ session: StoreSession
    ) async throws -> ImportReport {
        var source = file
        var report = ImportReport(countsLines: source.countsLines)
        let work = ProgressReporter(session)
        try await begin()
        while let rows = try nextBatch(of: &source, &report) {
            try await take(rows, &report)
            try await save(session)
            releaseSavedObjects()
            work.show([progress(report)], fraction: fractionRead(input))
            // Lets Ctrl-C interrupt the import.
            await Task.yield()
            try Task.checkCancellation()
        }
        report.unknownFields = source.unknownFields
        report.possiblyTruncatedLine = source.possiblyTruncatedLine
        try await finish(&report)
        work.end()
        return report
    }

    /// Returns the rows of the next batch that have entries; `nil` at the end.
    private func nextBatch(
        of source: inout any ImportSource<Entry>, _ report: inout ImportReport
    ) throws -> [ImportRow<Entry>]? {
        var rows: [ImportRow<Entry>] = []
        var count = 0
        while count < Self.batchSize, let row = try source.next() {
            count += 1
            if let skipped = row.skipped {
                report.skip(row.position, skipped.reason)
            } else {
                rows.append(row)
            }
        }
        return count == 0 ? nil : rows
    }
}
