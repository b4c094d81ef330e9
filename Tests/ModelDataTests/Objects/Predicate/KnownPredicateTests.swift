import Foundation
import Testing

@testable import ModelData

@Suite("Known predicates")
struct KnownPredicateTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try memory(Everything.self))
        for key in 0..<6 {
            let object = Everything(key: key)
            object.text = "text \(key)"
            object.optionalText = key == 4 ? nil : "text \(key)"
            object.int64 = Int64(10 - key)
            object.status = Status.allCases[key % 3]
            object.stars = Stars(rawValue: key % 5 + 1) ?? .one
            object.unsigned = UInt(key)
            if let url = URL(string: "https://example.org/\(key)") { object.url = url }
            context.insert(object)
        }
        try context.save()
    }

    private func isKnown(_ predicate: Predicate<Everything>) throws -> Bool {
        try context.table(for: Everything.self).knownPredicates
            .translation(of: predicate.expression, record: predicate.variable.key) != nil
    }

    private func keys(_ predicate: Predicate<Everything>, isKnown: Bool = true) throws -> [Int] {
        let found = try matching(predicate, in: context).map(\.key)
        #expect(try self.isKnown(predicate) == isKnown)
        return found
    }

    @Test func `A known translation finds the values of each predicate`() throws {
        for key in 0..<6 {
            let text = "text \(key)"
            let status = Status.allCases[key % 3]
            let stars = Stars(rawValue: key % 5 + 1) ?? .one
            #expect(try keys(#Predicate { $0.key == key }) == [key])
            #expect(try keys(#Predicate { $0.text == text && $0.key >= key }) == [key])
            #expect(try keys(#Predicate { $0.text == text || !($0.key <= key) }) == Array(key..<6))
            #expect(try keys(#Predicate { $0.text != text && !($0.key < key) }) == Array((key + 1)..<6))
            let found = try keys(#Predicate { $0.status == status && $0.stars == stars && $0.key == key })
            #expect(found == [key])
        }
    }

    @Test func `Predicates of one type can have different properties and operators`() throws {
        for value in [2, 9, 5] as [Int64] {
            #expect(try keys(#Predicate { $0.int64 < value }).count == max(0, Int(value) - 5))
            #expect(try keys(#Predicate { $0.int64 >= value }).count == min(6, 11 - Int(value)))
        }
        for text in ["text 1", "text 4"] {
            #expect(try keys(#Predicate { $0.text == text }).count == 1)
            #expect(try keys(#Predicate { $0.text > text }).count == (text == "text 1" ? 4 : 1))
            #expect(try keys(#Predicate { text > $0.text }).count == (text == "text 1" ? 1 : 4))
        }
    }

    @Test func `Predicates whose SQL depends on their values are translated each time`() throws {
        for text in ["text 1", nil, "text 2"] {
            let expected = text == nil ? [4] : text == "text 1" ? [1] : [2]
            #expect(try keys(#Predicate { $0.optionalText == text }, isKnown: false) == expected)
        }
        for number in [5, -5] {
            let magnitude = number
            let found = try keys(#Predicate { $0.unsigned != magnitude.magnitude }, isKnown: false)
            #expect(found == [0, 1, 2, 3, 4])
        }
        let base = URL(string: "https://example.org")
        // A relative URL isn't equal to an absolute one.
        let urls = [
            (URL(string: "https://example.org/3"), [3]), (URL(string: "3", relativeTo: base), []),
        ]
        for (url, expected) in urls {
            let url = try #require(url)
            #expect(try keys(#Predicate { $0.url == url }, isKnown: false) == expected)
        }
        for number in [0.1, .nan] {
            let found = try keys(#Predicate { $0.double == number }, isKnown: !number.isNaN)
            #expect(found.count == (number.isNaN ? 0 : 6))
        }
    }

    @Test func `A known translation doesn't hide unsaved changes`() throws {
        func find(_ key: Int) throws -> [Everything] {
            try context.fetch(FetchDescriptor(predicate: #Predicate { $0.key == key }))
        }
        let first = try #require(try find(1).first)
        first.key = 100
        #expect(try find(1).isEmpty)
        #expect(try find(100) == [first])
        context.delete(first)
        #expect(try find(100).isEmpty)
        context.rollback()
        #expect(try find(1) == [first])
        context.insert(Everything(key: 7))
        #expect(try find(7).count == 1)
    }

    @Test func `A known translation keeps the limit, the offset and the order`() throws {
        func find(
            from key: Int, limit: Int? = nil, offset: Int? = nil, sortBy: [SortDescriptor<Everything>] = []
        ) throws -> [Int] {
            var descriptor = FetchDescriptor<Everything>(
                predicate: #Predicate { $0.key >= key }, sortBy: sortBy)
            descriptor.fetchLimit = limit
            descriptor.fetchOffset = offset
            return try context.fetch(descriptor).map(\.key)
        }
        for _ in 0..<2 {
            #expect(try find(from: 3) == [3, 4, 5])
            #expect(try find(from: 2, limit: 2) == [2, 3])
            #expect(try find(from: 1, limit: 2, offset: 1) == [2, 3])
            #expect(try find(from: 1, offset: 3) == [4, 5])
            #expect(try find(from: 4, sortBy: [SortDescriptor(\.key, order: .reverse)]) == [5, 4])
        }
    }
}
