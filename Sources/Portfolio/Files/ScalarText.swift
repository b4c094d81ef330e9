/// A text scalar by scalar. A character of Swift's is a space together with the combining mark behind it; in a file the
/// space still parts words, and the mark is the next line's.
typealias ScalarText = Substring.UnicodeScalarView

extension Substring.UnicodeScalarView {
    /// Whether it begins with a text.
    func begins(with text: String) -> Bool { starts(with: text.unicodeScalars) }

    /// Whether it ends with a text.
    func ends(with text: String) -> Bool {
        suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars)
    }

    /// Where a text first begins in it.
    func start(of text: String) -> Index? {
        indices.first { self[$0...].begins(with: text) }
    }
}
