import Foundation
import Localization
import Shell

/// Tells a person at the terminal how far long work has come: after its first second, and not more often than one can
/// read.
@MainActor
public final class LongWork {
    private let interaction: any Interaction
    private let now: @Sendable () -> Date
    private let begin: Date
    private var isShown = false
    private var lastShown = Date.distantPast

    /// Begins to count.
    public init(_ session: StoreSession) {
        interaction = session.interaction
        now = session.surroundings.now
        begin = now()
    }

    /// Shows how far the work has come, if it has taken long enough.
    public func show(_ text: @autoclosure () -> LocalizedText) {
        guard interaction.isInteractive, now().timeIntervalSince(begin) > 1 else { return }
        isShown = true
        interaction.progress(text())
    }

    /// Shows how far the work has come, with a bar, if it has taken long enough; ten times a second at most.
    ///
    /// - Parameters:
    ///   - wordings: What is going on, and how far it is; first in all words, then in ever fewer for a narrow screen.
    ///   - fraction: How much of it is done, 0 to 1; there is no bar where that isn't known.
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

    /// Takes the line away.
    public func end() {
        if isShown { interaction.progress(nil) }
        isShown = false
    }
}
