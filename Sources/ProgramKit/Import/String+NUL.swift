extension String {
    /// The text without U+0000, which text files can't hold.
    ///
    /// ```swift
    /// let title = "So\u{0}laris".withoutNUL  // Solaris
    /// ```
    ///
    /// A JSON file may contain the character as an escape. If it were imported, exported files could not be
    /// read again.
    public var withoutNUL: String {
        var text = self
        guard text.withUTF8({ $0.contains(0) }) else { return self }
        text.unicodeScalars.removeAll { $0.value == 0 }
        return text
    }
}
