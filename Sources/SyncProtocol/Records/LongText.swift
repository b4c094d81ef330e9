import Foundation

/// A long text with the fields that have it. All fields that a device sends at once have one sealed text.
package struct LongText {
    /// The text.
    package let text: String
    /// The names of the fields by their clocks.
    package private(set) var names: [SyncClock: [String]] = [:]

    /// The length from which a text is written once for all its fields, in bytes. Each sealed text is longer.
    fileprivate static let minimum = 100

    /// Returns the long texts of fields, in the order of the fields.
    package static func all(of fields: some Sequence<(key: String, value: SyncField)>) -> [LongText] {
        var texts: [LongText] = []
        for (name, field) in fields {
            guard let text = field.longText else { continue }
            let index = texts.firstIndex { isSame($0.text, text) } ?? texts.endIndex
            if index == texts.endIndex { texts.append(LongText(text: text)) }
            texts[index].names[field.clock, default: []].append(name)
        }
        return texts
    }

    /// Whether two texts have the same bytes. Comparing them byte by byte would take most of the time of a merge.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        if first.utf8.count != second.utf8.count { return false }
        let isEqual = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in
                guard let one = first.baseAddress, let other = second.baseAddress else { return false }
                return memcmp(one, other, first.count) == 0
            }
        }
        return (isEqual ?? nil) ?? first.utf8.elementsEqual(second.utf8)
    }
}

extension SyncField {
    /// The field's value if it is a long text, and nothing else must be written beside its clock.
    var longText: String? {
        guard base == nil, case .string(let text) = value, text.utf8.count >= LongText.minimum else {
            return nil
        }
        return text
    }
}
