import Foundation
import ModelData
import Testing

/// Fetches by a predicate, and checks that evaluating the predicate in memory has the same result.
func matching<T: PersistentModel>(
    _ predicate: Predicate<T>, in context: ModelContext, _ location: SourceLocation = #_sourceLocation
) throws -> [T] {
    let found = try context.fetch(FetchDescriptor(predicate: predicate))
    let all = try context.fetch(FetchDescriptor<T>())
    let expected = all.filter { (try? predicate.evaluate($0)) ?? false }
    #expect(found == expected, sourceLocation: location)
    #expect(
        try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count,
        sourceLocation: location)
    return found
}

@Suite("Predicates")
struct PredicateTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try memory(Everything.self))
        let texts = ["Solaris", "solaris", "Łódź", "100%_x", "", "Cafe\u{301}", "a\r\nb", "Straße", "ÆON"]
        for (key, text) in texts.enumerated() {
            let object = Everything(key: key)
            object.text = text
            object.optionalInt = key % 3 == 0 ? nil : key
            object.optionalText = key % 2 == 0 ? text : nil
            object.optionalDate = key > 4 ? Date(timeIntervalSinceReferenceDate: Double(key)) : nil
            object.status = Status.allCases[key % 3]
            object.optionalStatus = key % 4 == 0 ? nil : object.status
            object.flag = key.isMultiple(of: 2)
            object.double = Double(key) / 2
            object.decimal = Decimal(key)
            object.tags = key > 5 ? ["late"] : []
            context.insert(object)
        }
        try context.save()
    }

    private func keys(
        _ predicate: Predicate<Everything>, _ location: SourceLocation = #_sourceLocation
    ) throws -> [Int] {
        try matching(predicate, in: context, location).map(\.key)
    }

    @Test func `Predicates compare and compute numbers`() throws {
        #expect(try keys(#Predicate { $0.key > 6 }) == [7, 8])
        #expect(try keys(#Predicate { $0.key * 2 - 1 == 7 }) == [4])
        #expect(try keys(#Predicate { $0.key % 4 == 1 && $0.key / 4 == 1 }) == [5])
        #expect(try keys(#Predicate { $0.double / 2 > 1.6 }) == [7, 8])
        #expect(try keys(#Predicate { -$0.double <= -4 }) == [8])
        #expect(try keys(#Predicate { $0.key < 3 || !($0.key <= 7) }) == [0, 1, 2, 8])
    }

    @Test func `Predicates test whether ranges, sets and lists contain values`() throws {
        #expect(try keys(#Predicate { (2...4).contains($0.key) }) == [2, 3, 4])
        #expect(try keys(#Predicate { (2..<4).contains($0.key) }) == [2, 3])
        let range = 7...
        #expect(try keys(#Predicate { range.contains($0.key) }) == [7, 8])
        #expect(try keys(#Predicate { [1, 3, 99].contains($0.key) }) == [1, 3])
        let optionals: [Int?] = [1, nil]
        #expect(try keys(#Predicate { optionals.contains($0.optionalInt) }) == [0, 1, 3, 6])
        let numbers: Set<Int> = []
        #expect(try keys(#Predicate { numbers.contains($0.key) }) == [])
        let none: [Int] = []
        #expect(try keys(#Predicate { none.contains($0.optionalInt!) }) == [])
        #expect(try keys(#Predicate { !none.contains($0.optionalInt!) }) == [1, 2, 4, 5, 7, 8])
        let some = [1, 2].map(Optional.some)
        #expect(try keys(#Predicate { !some.contains($0.optionalInt) }) == [0, 3, 4, 5, 6, 7, 8])
    }

    @Test func `Predicates treat nil as Swift does`() throws {
        #expect(try keys(#Predicate { $0.optionalInt == nil }) == [0, 3, 6])
        #expect(try keys(#Predicate { $0.optionalInt != nil }) == [1, 2, 4, 5, 7, 8])
        #expect(try keys(#Predicate { $0.optionalInt != 1 }) == [0, 2, 3, 4, 5, 6, 7, 8])
        #expect(try keys(#Predicate { !($0.optionalInt == 1) }) == [0, 2, 3, 4, 5, 6, 7, 8])
        #expect(try keys(#Predicate { ($0.optionalInt ?? 100) > 6 }) == [0, 3, 6, 7, 8])
        #expect(try keys(#Predicate { $0.optionalInt! > 6 }) == [7, 8])
        #expect(try keys(#Predicate { !($0.optionalInt! > 6) }) == [1, 2, 4, 5])
        #expect(try keys(#Predicate { $0.optionalInt! > 6 || $0.key >= 0 }) == [1, 2, 4, 5, 7, 8])
        #expect(try keys(#Predicate { !($0.optionalInt! > 6 && $0.key < 0) }) == [1, 2, 4, 5, 7, 8])
        #expect(try keys(#Predicate { $0.optionalInt.flatMap { $0 > 6 } ?? false }) == [7, 8])
        #expect(try keys(#Predicate { $0.optionalInt.flatMap { $0 > 6 } == nil }) == [0, 3, 6])
        let wanted: Int? = nil
        #expect(try keys(#Predicate { $0.optionalInt == wanted }) == [0, 3, 6])
        let five: Int? = 5
        #expect(try keys(#Predicate { $0.optionalInt == five }) == [5])
        #expect(try keys(#Predicate { $0.optionalText?.isEmpty == true }) == [4])
        #expect(
            try keys(#Predicate { if let number = $0.optionalInt { number > 6 } else { $0.flag } }) == [
                0, 6, 7, 8,
            ])
    }

    @Test func `Predicates use dates, Booleans, enumerations and ternaries`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 6)
        #expect(try keys(#Predicate { ($0.optionalDate ?? date) > date }) == [7, 8])
        #expect(try keys(#Predicate { $0.flag }) == [0, 2, 4, 6, 8])
        #expect(try keys(#Predicate { !$0.flag }) == [1, 3, 5, 7])
        #expect(try keys(#Predicate { $0.flag ? $0.key > 5 : $0.key < 2 }) == [1, 6, 8])
        let status = Status.completed
        #expect(try keys(#Predicate { $0.status == status }) == [2, 5, 8])
        #expect(try keys(#Predicate { $0.optionalStatus != status }) == [0, 1, 3, 4, 6, 7, 8])
        let raw = "completed"
        #expect(try keys(#Predicate { $0.status.rawValue == raw }) == [2, 5, 8])
        #expect(try keys(#Predicate { $0.optionalStatus?.rawValue == raw }) == [2, 5])
        let list = [Status.completed, .inProgress]
        #expect(try keys(#Predicate { list.contains($0.status) }) == [1, 2, 4, 5, 7, 8])
        let number = 3
        #expect(try keys(#Predicate { $0.stars.rawValue == number }).count == 9)
    }

    @Test func `Texts are compared by characters, and canonically equivalent texts are equal`() throws {
        #expect(try keys(#Predicate { $0.text == "Caf\u{E9}" }) == [5])
        #expect(try keys(#Predicate { $0.text.contains("e") }) == [7])
        #expect(try keys(#Predicate { $0.text.contains("\n") }) == [])
        #expect(try keys(#Predicate { $0.text.contains("%_") }) == [3])
        #expect(try keys(#Predicate { $0.text.contains("") }).count == 9)
        #expect(try keys(#Predicate { $0.text.starts(with: "Sol") }) == [0])
        #expect(try keys(#Predicate { $0.text.isEmpty }) == [4])
        #expect(try keys(#Predicate { $0.text.count == 4 }) == [2, 5])
        #expect(try keys(#Predicate { $0.text < "b" && $0.text > "S" }) == [0, 6, 7])
    }

    @Test func `A search ignores case, accents and strokes`() throws {
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("LODZ") }) == [2])
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("SOLAR") }) == [0, 1])
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("strasse") }) == [7])
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("aeon") }) == [8])
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("cafe") }) == [5])
        #expect(try keys(#Predicate { $0.text.localizedStandardContains("%") }) == [3])
        let search = "Łodz".searchFolded
        #expect(try keys(#Predicate { $0.text.searchFolded.contains(search) }) == [2])
        #expect(try keys(#Predicate { $0.optionalText?.localizedStandardContains("lodz") == true }) == [2])
        let same = ComparisonResult.orderedSame
        #expect(try keys(#Predicate { $0.text.caseInsensitiveCompare("SOLARIS") == same }) == [0, 1])
    }

    @Test func `Conditions that SQL can't evaluate are filtered in memory after the others`() throws {
        let three = Decimal(3)
        #expect(try keys(#Predicate { $0.decimal > three && $0.key < 6 }) == [4, 5])
        #expect(try keys(#Predicate { $0.tags.contains("late") }) == [6, 7, 8])
        #expect(try keys(#Predicate { $0.tags.isEmpty && $0.key > 3 }) == [4, 5])
        let city = "Łódź"
        #expect(try keys(#Predicate { $0.place.city == city }).count == 9)
        var descriptor = FetchDescriptor<Everything>(
            predicate: #Predicate { $0.decimal > three }, sortBy: [SortDescriptor(\.key, order: .reverse)])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.key) == [7, 6])
        #expect(try context.fetchCount(descriptor) == 2)
    }

    @Test func `Predicates select records by their identifiers`() throws {
        let all = try context.fetch(FetchDescriptor<Everything>())
        let identifiers = Set(all.filter { $0.key > 6 }.map(\.persistentModelID))
        #expect(try keys(#Predicate { identifiers.contains($0.persistentModelID) }) == [7, 8])
        let one = all[3].persistentModelID
        #expect(try keys(#Predicate { $0.persistentModelID == one }) == [3])
        let other = Everything(key: 100).persistentModelID
        #expect(try keys(#Predicate { $0.persistentModelID == other }) == [])
    }

    @Test func `Predicates can be always true or always false`() throws {
        #expect(try keys(.true).count == 9)
        #expect(try keys(.false).isEmpty)
        let isOn = false
        #expect(try keys(#Predicate { _ in isOn }).isEmpty)
    }

    @Test func `Every form of #Predicate is supported, by SQL or in memory`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 6)
        let word = "late"
        let status = Status.onShelf
        let pattern = #/So.*s/#
        #expect(try keys(#Predicate { $0.text.contains(pattern) }) == [0])
        #expect(try keys(#Predicate { $0.tags.contains { $0 == word } }) == [6, 7, 8])
        #expect(try keys(#Predicate { $0.tags.allSatisfy { $0 != word } && $0.flag }) == [0, 2, 4])
        #expect(try keys(#Predicate { $0.tags.filter { $0 == word }.count == 1 }) == [6, 7, 8])
        #expect(try keys(#Predicate { ($0.tags.max() ?? "") == word }) == [6, 7, 8])
        #expect(try keys(#Predicate { ($0.tags.min() ?? "none") == "none" && $0.key > 3 }) == [4, 5])
        #expect(try keys(#Predicate { ($0.numbers["a"] ?? 0) == 1 }).count == 9)
        #expect(try keys(#Predicate { $0.numbers["b", default: 7] == 7 }).count == 9)
        #expect(try keys(#Predicate { $0.optionalPlace?.city == nil }).count == 9)
        #expect(try keys(#Predicate { $0.optionalText?.count ?? 0 > 4 }) == [0, 8].filter { $0 == 0 })
        #expect(
            try keys(
                #Predicate {
                    if let found = $0.optionalDate {
                        return found > date
                    } else if let number = $0.optionalInt {
                        return number == 4
                    } else {
                        return $0.flag
                    }
                }) == [0, 4, 7, 8])
        #expect(try keys(#Predicate { $0.status != status ? $0.key > 6 : $0.key == 0 }) == [0, 7, 8])
        #expect(try keys(#Predicate { ($0.text as Any) is String && $0.key == 1 }) == [1])
    }

    @Test func `A predicate that fails for a stored object throws an error that names the object`()
        throws
    {
        let word = "late"
        let predicate = #Predicate<Everything> { $0.tags[0] == word }
        let error = #expect(throws: ModelDataError.self) {
            try context.fetch(FetchDescriptor(predicate: predicate))
        }
        guard case .predicateFailed("Everything", _?, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // `tags[0]` is evaluated in memory, and fails for objects without tags. Here, SQL excludes those
        // objects by `key > 5`.
        #expect(
            try context.fetch(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.key > 5 && $0.tags[0] == word })
            ).map(\.key) == [6, 7, 8])
    }

    @Test func `A fetch is sorted by any comparable property in both directions, then by record number`()
        throws
    {
        let all = try context.fetch(FetchDescriptor<Everything>())
        for (number, object) in all.enumerated() {
            object.int8 = Int8(number % 3) - 1
            object.unsigned = UInt(number % 2)
            object.unsigned64 = number % 2 == 0 ? 0 : UInt64(Int64.max)
            object.float = Float(number % 4) / 4
            object.date = Date(timeIntervalSinceReferenceDate: Double(number % 5) - 2.5)
            object.decimal = Decimal(10 - number)
            object.text = ["b", "A", "ä", "a", "Z", "z", "", "\u{1F600}", "B"][number]
        }
        try context.save()
        func check<V: Comparable>(_ keyPath: any KeyPath<Everything, V> & Sendable) throws {
            for order in [SortOrder.forward, .reverse] {
                let descriptor = SortDescriptor(keyPath, order: order)
                let found = try context.fetch(FetchDescriptor(sortBy: [descriptor]))
                let expected = all.sorted {
                    let (first, second) = ($0[keyPath: keyPath], $1[keyPath: keyPath])
                    if first == second { return $0.key < $1.key }
                    return order == .forward ? first < second : first > second
                }
                #expect(found.map(\.key) == expected.map(\.key), "\(keyPath) \(order)")
            }
        }
        try check(\.key)
        try check(\.int8)
        try check(\.unsigned)
        try check(\.unsigned64)
        try check(\.double)
        try check(\.float)
        try check(\.date)
        try check(\.decimal)
        try check(\.uuid)
        let texts = try context.fetch(
            FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.text, comparator: .lexical)]))
        #expect(texts.map(\.text) == all.map(\.text).sorted())
        let optional = try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.optionalInt)]))
        let byHand = all.sorted {
            ($0.optionalInt ?? Int.min, $0.key) < ($1.optionalInt ?? Int.min, $1.key)
        }
        #expect(optional.map(\.key) == byHand.map(\.key))
    }
}
