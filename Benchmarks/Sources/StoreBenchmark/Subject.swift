import Foundation

/// A way to store books. The three subjects do the same work on the same rows.
///
/// The `prepare…` functions fetch an operation's objects before the measurement begins. The result of an
/// operation is the sum of the values that it read. Equal sums show that all subjects did the same work.
protocol Subject: AnyObject {
    /// Creates an empty store in a folder.
    init(folder: URL) throws

    func insert(_ rows: [BookRow]) throws
    func fetchAll() throws -> Double
    func lookUp(_ isbns: [String]) throws -> Int
    func prepareChange() throws
    func changeAll() throws
    func prepareDelete() throws
    func deleteAll() throws
    func upsert(_ rows: [BookRow]) throws

    func insertRelated(_ rows: [AuthorRow]) throws
    func traverse() throws -> Int
    func prepareCascade() throws
    func cascade() throws
    /// Saves an author without works.
    func prepareList() throws
    /// Adds works to the author's list: by appending them, or by setting their author.
    func addToList(_ count: Int, byAppending: Bool) throws

    /// Returns the number of books in the store, and the sum of their pages.
    func state() throws -> [Int]
}

/// Returns the sum of three properties, so that all of them must be read.
@inline(__always)
func weight(title: String, pages: Int, added: Date) -> Double {
    Double(title.utf8.count + pages) + added.timeIntervalSinceReferenceDate / 1e9
}
