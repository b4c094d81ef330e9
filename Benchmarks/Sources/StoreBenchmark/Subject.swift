import Foundation

/// One of the three ways to keep books in a store, doing the same work for the same rows.
///
/// What `prepare…` does is left out of the time: an operation is measured with its objects in hand, where
/// the name of the row says nothing else. Results are sums over what was read, so that it can be checked that
/// all subjects have done the same.
protocol Subject: AnyObject {
    /// Makes an empty store in a folder.
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

    /// How many books the store has, and the sum of their pages.
    func state() throws -> [Int]
}

/// What the three properties of a book that are read add up to.
@inline(__always)
func weight(title: String, pages: Int, added: Date) -> Double {
    Double(title.utf8.count + pages) + added.timeIntervalSinceReferenceDate / 1e9
}
