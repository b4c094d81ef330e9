import Foundation

@testable import ModelData

@Model
final class Word {
    var text: String
    var number: Int
    var note: String?

    init(text: String, number: Int, note: String?) {
        self.text = text
        self.number = number
        self.note = note
    }
}

/// One store in memory for all inputs.
private struct Shelf: @unchecked Sendable {
    static let shared = Shelf()
    let context: ModelContext?
    let words: [Word]

    init() {
        let container = try? ModelContainer(
            for: Word.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = container.map { ModelContext($0) }
        words = ["", "a", "Łódź", "100 %", "a_b", "e\u{301}", "A\r\nB", "\u{0}x"].enumerated().map {
            Word(text: $1, number: $0 - 3, note: $0 % 2 == 0 ? $1 : nil)
        }
        for word in words { context?.insert(word) }
        try? context?.save()
    }
}

/// For any texts and numbers, SQL finds what the predicate itself holds true.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2, let context = Shelf.shared.context else { return 0 }
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let number = Int(Int8(bitPattern: bytes[1]))
    let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    let predicates: [Predicate<Word>] = [
        #Predicate { $0.text.contains(text) },
        #Predicate { $0.text == text || $0.number > number },
        #Predicate { !($0.note?.contains(text) ?? false) },
        #Predicate { $0.text.starts(with: text) && $0.number != number },
        #Predicate { $0.note == nil || $0.text < text },
        #Predicate { $0.number * 2 + number > 3 },
        #Predicate { $0.text.localizedStandardContains(text) },
    ]
    let predicate = predicates[Int(bytes[0]) % predicates.count]
    guard let found = try? context.fetch(FetchDescriptor(predicate: predicate)) else { return 0 }
    let expected = Shelf.shared.words.filter { (try? predicate.evaluate($0)) == true }
    precondition(Set(found.map(\.number)) == Set(expected.map(\.number)), "SQL and memory differ")
    return 0
}
