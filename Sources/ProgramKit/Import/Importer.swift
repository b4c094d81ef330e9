import Localization
import ModelData
import Shell

/// What becomes of the entries of a source. The shared part saves them in batches in one transaction, shows the
/// progress, and reports.
@MainActor
public protocol EntryImporter<Entry> {
    /// An entry of a file.
    associatedtype Entry

    /// The number of rows in one save, as a compromise between speed and memory. Default: 2,000.
    static var batchSize: Int { get }

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

    /// Called after a batch was saved, to release its objects. Default: does nothing.
    mutating func releaseSavedObjects()

    /// Called in the transaction after the last batch.
    mutating func finish(_ report: inout ImportReport) async throws

    /// Returns the label of the import in the history.
    func label(_ report: ImportReport, path: String) -> LocalizedText

    /// Returns the text that shows the progress in several lengths, the longest first.
    ///
    /// - Parameters:
    ///   - report: The report so far.
    ///   - fraction: The read part of the source, 0 to 1; `nil` if the size is unknown.
    func progress(_ report: ImportReport, fraction: Double?) -> [LocalizedText]
}

/// What a program adds to the command `import`: its formats, and what becomes of an entry.
///
/// The shared part also reads the file.
@MainActor
public protocol Importer<Entry>: EntryImporter {
    /// The session of the program.
    associatedtype Session: StoreSession

    /// The declaration of the command, with the parameters of ``ImportParameters``.
    static var declaration: CommandDeclaration { get }

    /// Prepares an import.
    ///
    /// - Throws: The error of an invalid argument.
    init(_ invocation: Invocation, in session: Session) throws

    /// Opens a file, whose format is recognized by its content.
    ///
    /// - Throws: The error of a file that can't be imported.
    mutating func open(_ start: TextFileStart, path: String) async throws -> any ImportSource<Entry>

    /// Returns the read part of the file, 0 to 1; `nil` if the size is unknown. Default: the part of the input.
    func fractionRead(_ input: InputFile) -> Double?

    /// Returns the output of a finished import.
    func output(_ report: ImportReport, isDryRun: Bool) -> Output

    /// Returns the text that shows the progress.
    func progress(_ report: ImportReport) -> LocalizedText
}

extension EntryImporter {
    /// 2,000 rows.
    public static var batchSize: Int { 2000 }

    /// Does nothing.
    public mutating func begin() {}

    /// Does nothing.
    public mutating func releaseSavedObjects() {}

    /// Waits until no other process has locked the store, and saves.
    public func save(_ session: StoreSession) async throws { try await session.context.saveWhenUnlocked() }

    /// Imports the entries of a source in one transaction and one undo step. If the import fails or is
    /// interrupted, the store is unchanged.
    ///
    /// - Parameters:
    ///   - source: The source of the entries.
    ///   - path: The name of the source, for the label in the history.
    ///   - session: The session with the store.
    ///   - isDryRun: Whether to discard all changes afterwards.
    ///   - fraction: Returns the read part of the source, 0 to 1; `nil` if the size is unknown.
    /// - Throws: The errors of the source and of the store, and `CancellationError` after Ctrl-C.
    public mutating func run(
        _ source: any EntrySource<Entry>, path: String, in session: StoreSession, isDryRun: Bool,
        fractionRead fraction: (Self) -> Double?
    ) async throws -> ImportReport {
        var importer = self
        let label = { (report: ImportReport) in importer.label(report, path: path) }
        let report = try await session.performImport(isDryRun: isDryRun, label: label) {
            try await importer.importAll(source, session, fraction)
        }
        self = importer
        return report
    }

    private mutating func importAll(
        _ entries: any EntrySource<Entry>, _ session: StoreSession, _ fraction: (Self) -> Double?
    ) async throws -> ImportReport {
        var source = entries
        var report = ImportReport(countsLines: source.countsLines)
        let work = ProgressReporter(session)
        defer { work.end() }
        try await begin()
        while case let batch = try await source.nextBatch(Self.batchSize), !batch.isEmpty {
            try await take(Self.rowsWithEntries(batch, &report), &report)
            try await save(session)
            releaseSavedObjects()
            let part = fraction(self)
            work.show(progress(report, fraction: part), fraction: part)
            // Lets Ctrl-C interrupt the import.
            await Task.yield()
            try Task.checkCancellation()
        }
        report.unknownFields = source.unknownFields
        report.possiblyTruncatedLine = source.possiblyTruncatedLine
        try await finish(&report)
        return report
    }

    /// Reports the skipped rows of a batch, and returns the others.
    private static func rowsWithEntries(
        _ batch: [ImportRow<Entry>], _ report: inout ImportReport
    ) -> [ImportRow<Entry>] {
        guard batch.contains(where: { $0.skipped != nil }) else { return batch }
        return batch.filter { row in
            if let skipped = row.skipped { report.skip(row.position, line: row.line, skipped.reason) }
            return row.skipped == nil
        }
    }
}

extension Importer {
    /// Returns the read part of the input.
    public func fractionRead(_ input: InputFile) -> Double? {
        input.size > 0 ? min(1, Double(input.position) / Double(input.size)) : nil
    }

    /// Returns the one text that shows the progress.
    public func progress(_ report: ImportReport, fraction: Double?) -> [LocalizedText] { [progress(report)] }

    /// Imports a file in one transaction and one undo step. If the import fails or is interrupted, the store is
    /// unchanged.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session with the store.
    ///   - isDryRun: Whether to discard all changes afterwards.
    ///   - encoding: The encoding of the file. Default: UTF-8, or UTF-16 with a byte order mark.
    /// - Throws: The errors of the file and of the store, and `CancellationError` after Ctrl-C.
    public mutating func run(
        _ file: InputFile, in session: StoreSession, isDryRun: Bool, encoding: TextEncoding? = nil
    ) async throws -> ImportReport {
        let start = try TextFileStart(file, today: session.today, encoding: encoding)
        let source = try await open(start, path: file.path)
        return try await run(
            source, path: file.path, in: session, isDryRun: isDryRun, fractionRead: { $0.fractionRead(file) })
    }
}
