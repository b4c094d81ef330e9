import Shell
import Suite

/// The progress line of a long import. On a terminal, it appears after the first second.
@MainActor
struct ImportProgress {
    private let work: ProgressReporter
    private let file: InputFile

    init(session: BookSession, file: InputFile) {
        work = ProgressReporter(session)
        self.file = file
    }

    /// Shows how many rows and how much of the file were read.
    func show(_ report: BookImportReport) {
        let rows = report.added + report.merged + report.unchanged + report.skipped.count
        guard let percent = file.percentRead else { return work.show(text("Importing: %lld rows", rows)) }
        work.show(text("Importing: %1$lld rows, %2$@ %%", rows, String(percent)))
    }

    /// Removes the progress line.
    func clear() { work.end() }
}
