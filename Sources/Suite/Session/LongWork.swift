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

    /// Takes the line away.
    public func end() {
        if isShown { interaction.progress(nil) }
        isShown = false
    }
}
