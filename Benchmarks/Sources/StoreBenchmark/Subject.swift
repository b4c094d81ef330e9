import Foundation

/// One of the three ways to store books, doing the same work on the same rows.
///
/// The time of `prepare…` doesn't count: an operation is measured with its objects fetched, unless its name
/// says otherwise. Results are sums of the values read, to check that all subjects did the same work.
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

    /// The number of books in the store, and the sum of their pages.
    func state() throws -> [Int]
}

/// The sum of the three properties that are read.
@inline(__always)
func weight(title: String, pages: Int, added: Date) -> Double {
    Double(title.utf8.count + pages) + added.timeIntervalSinceReferenceDate / 1e9
}
