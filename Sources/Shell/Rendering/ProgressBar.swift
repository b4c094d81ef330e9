import Localization

/// A bar that shows how much is done, with the share in numbers behind it.
struct ProgressBar {
    private let fraction: Double

    /// Makes a bar.
    ///
    /// - Parameter fraction: How much is done; less than 0 is nothing, and more than 1 is everything.
    init(_ fraction: Double) {
        self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    }

    /// The bar, with a space behind it; nothing where the screen is so narrow that the words need all of it.
    func line(_ presentation: Presentation) -> String {
        let width = min(((presentation.width ?? 80) - 40) / 2, 24)
        let percent = "\(Int(fraction * 100))% "
        guard width >= 5 else { return percent }
        let full = Int((fraction * Double(width)).rounded(.down))
        let (done, left) = presentation.usesUnicode ? ("█", "░") : ("#", "-")
        return String(repeating: done, count: full) + String(repeating: left, count: width - full) + " "
            + percent
    }
}
