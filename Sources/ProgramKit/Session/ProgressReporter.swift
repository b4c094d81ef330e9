import Foundation
import Localization
import Shell

/// Shows the progress of long work at a terminal, starting one second after the work began.
@MainActor
public final class ProgressReporter {
    private let interaction: any Interaction
    private let now: @Sendable () -> Date
    private let begin: Date
    private var isShown = false
    private var lastShown = Date.distantPast

    /// Makes a reporter. The time of the work is measured from this call.
    public init(_ session: any StoreSession) {
        interaction = session.interaction
        now = session.environment.now
        begin = now()
    }

    /// Shows a text if the work has taken more than a second.
    public func show(_ text: @autoclosure () -> LocalizedText) {
        guard interaction.isInteractive, now().timeIntervalSince(begin) > 1 else { return }
        isShown = true
        interaction.progress(text())
    }

    /// Shows a text and a progress bar if the work has taken more than a second. The display changes at most
    /// ten times a second.
    ///
    /// - Parameters:
    ///   - wordings: The same text in several lengths, the longest first; narrow screens show a shorter text.
    ///   - fraction: The finished part, 0 to 1; `nil` shows no bar.
    public func show(_ wordings: @autoclosure () -> [LocalizedText], fraction: Double?) {
        guard interaction.isInteractive else { return }
        let time = now()
        guard time.timeIntervalSince(begin) > 1, time.timeIntervalSince(lastShown) >= 0.1 else { return }
        lastShown = time
        isShown = true
        if let fraction {
            interaction.progress(wordings(), fraction: fraction)
        } else {
            interaction.progress(wordings().first)
        }
    }

    /// Removes the progress line.
    public func end() {
        if isShown { interaction.progress(nil) }
        isShown = false
    }
}
