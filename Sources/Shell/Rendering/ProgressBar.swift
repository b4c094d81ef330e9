import Localization

/// A line with a progress bar, the percentage and the current activity.
struct ProgressBar {
    private let fraction: Double

    /// Creates a progress bar.
    ///
    /// - Parameter fraction: The completed fraction, 0 to 1. Other values are clamped.
    init(_ fraction: Double) {
        self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    }

    /// Returns the line. If the terminal is narrow, the bar is omitted.
    ///
    /// - Parameters:
    ///   - wordings: Descriptions of the activity, longest first. The first description that fits is used.
    ///   - presentation: The presentation. The last column stays empty, so that the line never wraps.
    func line(_ wordings: [LocalizedText], _ presentation: Presentation) -> String {
        let styler = TextStyler(presentation)
        let columns = (presentation.width ?? 80) - 1
        let percent = "\(Int(fraction * 100))%"
        let lines = wordings.map { "\(percent) \(styler.string($0))" }
        guard let words = lines.first(where: { DisplayWidth.of($0) <= columns }) else {
            return Wrapping.fitted(lines.last ?? percent, to: columns, ellipsis: styler.ellipsis)
        }
        let width = min(columns - DisplayWidth.of(words) - 1, Self.longest)
        return width < Self.shortest ? words : "\(bar(width, presentation)) \(words)"
    }

    private func bar(_ width: Int, _ presentation: Presentation) -> String {
        let full = Int((fraction * Double(width)).rounded(.down))
        let (done, left) = presentation.usesUnicode ? ("█", "░") : ("#", "-")
        return String(repeating: done, count: full) + String(repeating: left, count: width - full)
    }

    private static let shortest = 5
    private static let longest = 24
}
