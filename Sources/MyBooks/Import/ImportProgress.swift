import Foundation
import Shell
import Suite

/// The line that tells how far a long import has come: on a terminal, after the first second.
@MainActor
final class ImportProgress {
    private let session: BookSession
    private let file: InputFile
    private let begin: Date
    private var isShown = false

    init(session: BookSession, file: InputFile) {
        self.session = session
        self.file = file
        begin = session.surroundings.now()
    }

    /// Shows how much of the file is read.
    func show(_ report: ImportReport) {
        guard session.interaction.isInteractive, session.surroundings.now().timeIntervalSince(begin) > 1
        else {
            return
        }
        isShown = true
        let rows = report.added + report.merged + report.unchanged + report.skipped.count
        guard file.size > 0 else {
            session.interaction.progress(text("Importing: %lld rows", rows))
            return
        }
        let percent = min(100, file.position * 100 / file.size)
        session.interaction.progress(text("Importing: %1$lld rows, %2$@ %%", rows, String(percent)))
    }

    /// Takes the line away.
    func clear() {
        if isShown { session.interaction.progress(nil) }
    }
}
