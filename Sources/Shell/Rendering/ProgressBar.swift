import Localization

/// The line that shows how much is done: the share in numbers and what is going on, behind a bar that takes the columns
/// they leave.
struct ProgressBar {
    private let fraction: Double

    /// Makes a bar.
    ///
    /// - Parameter fraction: How much is done; less than 0 is nothing, and more than 1 is everything.
    init(_ fraction: Double) {
        self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    }

    /// The whole line; without a bar where the screen is so narrow that the words need all of it.
    ///
    /// - Parameters:
    ///   - wordings: What is going on, in ever fewer words: the first of them that fits counts.
    ///   - presentation: How it is shown. The last column stays empty, so that the line never wraps.
    func line(_ wordings: [LocalizedText], _ presentation: Presentation) -> String {
        let scribe = Scribe(presentation)
        let columns = (presentation.width ?? 80) - 1
        let percent = "\(Int(fraction * 100))%"
        let lines = wordings.map { "\(percent) \(scribe.string($0))" }
        guard let words = lines.first(where: { DisplayWidth.of($0) <= columns }) else {
            return Wrapping.fitted(lines.last ?? percent, to: columns, ellipsis: scribe.ellipsis)
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
