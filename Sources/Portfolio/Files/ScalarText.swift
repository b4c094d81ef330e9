/// A text as Unicode scalars. Swift combines a space and a following combining mark into one character, but
/// in a file the space still separates words.
typealias ScalarText = Substring.UnicodeScalarView

extension Substring.UnicodeScalarView {
    func begins(with text: String) -> Bool { starts(with: text.unicodeScalars) }

    func ends(with text: String) -> Bool {
        suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars)
    }

    /// Returns the index at which a text first occurs.
    func start(of text: String) -> Index? {
        indices.first { self[$0...].begins(with: text) }
    }
}
