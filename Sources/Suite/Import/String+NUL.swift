extension String {
    /// The text without U+0000, which no text file holds.
    ///
    /// ```swift
    /// let title = "So\u{0}laris".withoutNUL  // Solaris
    /// ```
    ///
    /// JSON writes the character as an escape, and so brings it into texts that could be exported to no file which is
    /// read again.
    public var withoutNUL: String {
        guard utf8.contains(0) else { return self }
        var text = self
        text.unicodeScalars.removeAll { $0.value == 0 }
        return text
    }
}
