/// English texts that earlier versions used as keys, and the keys that replaced them.
///
/// The history in a user's store identifies the text of a change by its key. Therefore every key that was
/// ever recorded must stay known, either in the string tables or here. The new text has the same placeholders
/// with the same argument numbers.
enum FormerTexts {
    /// Returns the current key of a text that was renamed.
    ///
    /// - Parameters:
    ///   - key: The key that an earlier version stored.
    ///   - table: The name of the text's table.
    static func successor(of key: String, table: String) -> String? {
        successors[table]?[key]
    }

    /// The current keys by table and former key.
    static let successors: [String: [String: String]] = [
        "ITour": [
            "Added %1$@ and %2$@; %3$lld already there, %4$lld skipped.":
                "Added %1$@ and %2$@; %3$lld already existed, %4$lld skipped.",
            "Took from the favourites: %@.":
                "Removed from the favourites: %@.",
        ],
        "Moonshot": [
            "%@ is a favourite now.":
                "%@ is now a favourite.",
            "%@ is no favourite any more.":
                "%@ is no longer a favourite.",
            "Took from the favourites: %@.":
                "Removed from the favourites: %@.",
        ],
        "MyBooks": [
            "Moved quote %1$@ from “%2$@” to place %3$@ of %4$@.":
                "Moved quote %1$@ from “%2$@” to position %3$@ of %4$@.",
            "Nothing is left on the shelf “%@”, so it is gone.":
                "The shelf “%@” was empty and has been deleted.",
            "Nothing is left on the shelf “%@”. It stays for your other devices; “shelf delete” deletes it everywhere.":
                "The shelf “%@” is empty. It is kept for your other devices; “shelf delete” deletes it everywhere.",
            "On the shelf “%1$@” already: %2$@.":
                "Already on the shelf “%1$@”: %2$@.",
            "Quote %1$@ has now place %2$@ of %3$@ in “%4$@”.":
                "Quote %1$@ is now at position %2$@ of %3$@ in “%4$@”.",
            "Quote %1$@ now has place %2$@ of %3$@ in “%4$@”.":
                "Quote %1$@ is now at position %2$@ of %3$@ in “%4$@”.",
            "Taken off the shelf “%1$@”: %2$@.":
                "Removed from the shelf “%1$@”: %2$@.",
            "Took the rating of “%@” away.":
                "Removed the rating of “%@”.",
            "Took the shelf “%@” away; its books are still in the log.":
                "Deleted the shelf “%@”. Its books are still in the log.",
        ],
        "Portfolio": [
            "Made %lld tags that no issue has.":
                "Created %lld tags without issues.",
            "Made the tag “%@”.":
                "Created the tag “%@”.",
            "Made “%1$@” as number %2$@.":
                "Created “%1$@” as number %2$@.",
            "Made “%@”.":
                "Created “%@”.",
            "Took the tag “%2$@” from %1$lld issues.":
                "Removed the tag “%2$@” from %1$lld issues.",
            "Took the tag “%2$@” from “%1$@”.":
                "Removed the tag “%2$@” from “%1$@”.",
            "Wrote the content of “%@”.":
                "Changed the content of “%@”.",
        ],
    ]
}
