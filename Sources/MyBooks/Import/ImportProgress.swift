import Shell
import Suite

/// The line that tells how far a long import has come: on a terminal, after the first second.
@MainActor
struct ImportProgress {
    private let work: LongWork
    private let file: InputFile

    init(session: BookSession, file: InputFile) {
        work = LongWork(session)
        self.file = file
    }

    /// Shows how much of the file is read.
    func show(_ report: ImportReport) {
        let rows = report.added + report.merged + report.unchanged + report.skipped.count
        guard let percent = file.percentRead else { return work.show(text("Importing: %lld rows", rows)) }
        work.show(text("Importing: %1$lld rows, %2$@ %%", rows, String(percent)))
    }

    /// Takes the line away.
    func clear() { work.end() }
}
