import Localization

/// A part of a file that an import skips, such as a line, with the reason.
///
/// ```swift
/// var skipped: [SkippedPart] = []
/// skipped.append(SkippedPart(7, text("the name is missing")))
/// ```
public struct SkippedPart: Sendable {
    /// The number of the line, or of the list's entry, from 1.
    public let position: Int
    /// The reason, as the end of “Line 7 was skipped: …”.
    public let reason: LocalizedText

    /// Makes a skipped part.
    ///
    /// - Parameters:
    ///   - position: The number of the line, or of the list's entry, from 1.
    ///   - reason: The reason, as the end of “Line 7 was skipped: …”.
    public init(_ position: Int, _ reason: LocalizedText) {
        self.position = position
        self.reason = reason
    }
}
