/// Import files that together contain every error that an import can report.
enum InvalidFiles {
    /// A text with escape sequences and other control characters.
    static let hostile = "\u{1B}[31m\u{1B}]0;x\u{7}\u{9B}2J\u{8}\u{202E}"

    /// Returns a Goodreads export with one valid row and several invalid rows. An invalid row has no title,
    /// or an invalid rating, date, identifier or quote. One invalid row has the given text in all of these
    /// fields.
    static func goodreads(_ text: String = hostile) -> String {
        """
        Book Id,Title,Author,My Rating,Date Read,Date Added,Exclusive Shelf
        1,三体,刘慈欣,4,2024/01/02,2024/01/01,read
        2,,刘慈欣,4,,,read
        3,球,,4,,,read
        4,球,刘慈欣,9,,,read
        5,球,刘慈欣,4,99/99/99,,read
        x,球,刘慈欣,4,,,read
        7,球 7,刘慈欣,4,,,三
        8,"球"球,刘慈欣,4,,,read
        9,球,刘慈欣,\(text),,,read
        10,球,刘慈欣,4,\(text),,read
        11,球 11,刘慈欣,4,,,\(text)
        12,"球,刘慈欣,4,,,read

        """
    }

    /// Returns a file in the format of `export` with invalid entries.
    static let json = """
        {"books": [
            {"title": "三体", "author": "刘慈欣", "status": "\\u001b[31m", "added": "2024-01-01"},
            {"title": "", "author": "刘慈欣", "status": "completed", "added": "2024-01-01"},
            {"title": "球", "author": "刘慈欣", "status": "completed", "added": "\\u001b[31m"},
            {"title": 1, "author": "刘慈欣", "status": "completed", "added": "2024-01-01"},
            3
        ]}
        """
}
