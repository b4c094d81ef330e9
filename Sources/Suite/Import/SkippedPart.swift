import Localization

/// A part of a file that an import skips, such as a line, and why.
///
/// ```swift
/// report.skipped.append(SkippedPart(7, text("the name is missing")))
/// ```
public struct SkippedPart: Sendable {
    /// Where it stands: the number of its line, or of its entry in a list, from 1.
    public let position: Int
    /// Why it is skipped: the end of “Line 7 was skipped: …”.
    public let reason: LocalizedText

    /// Names a part and the reason.
    public init(_ position: Int, _ reason: LocalizedText) {
        self.position = position
        self.reason = reason
    }
}
