/// A text as Unicode scalars. Swift combines a space and a following combining mark into a single character.
/// In a file, however, the space still separates words.
typealias ScalarText = Substring.UnicodeScalarView

extension Substring.UnicodeScalarView {
    func begins(with text: String) -> Bool { starts(with: text.unicodeScalars) }

    func ends(with text: String) -> Bool {
        suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars)
    }

    /// Returns the index at which another text first occurs in this text.
    func start(of text: String) -> Index? {
        indices.first { self[$0...].begins(with: text) }
    }
}
