import Foundation
import Synchronization

/// A language's order as tables: what each character, and each group of characters, contributes to a key.
final class CollationTable: Sendable {
    /// Characters that together have a place of their own, in canonically decomposed form.
    struct Contraction: Sendable {
        let scalars: [Unicode.Scalar]
        let elements: [CollationElement]
    }

    /// The contributions of U+0000 to U+017F, each packed into a number.
    let fast: [FastElement]
    /// The characters that have a place of their own.
    let singles: [Unicode.Scalar: CollationElement]
    /// The groups of characters by their first one, the longest first.
    let contractions: [Unicode.Scalar: [Contraction]]
    /// The first byte of the weights of a group.
    private let groups: [CollationGroup: UInt8]
    private let marks: [Unicode.Scalar: UInt8]

    /// The table of a language, which is made once in a process.
    static func of(_ language: Language) -> CollationTable {
        known.withLock { known in
            if let table = known[language.code] { return table }
            let rules = CollationRules(LanguageFacts.of(language)[.collation])
            let table = CollationTable(CollationOrder(rules: rules?.rules ?? []))
            known[language.code] = table
            return table
        }
    }

    private static let known = Mutex<[String: CollationTable]>([:])

    private init(_ order: CollationOrder) {
        var singles: [Unicode.Scalar: CollationElement] = [:]
        var contractions: [Unicode.Scalar: [Contraction]] = [:]
        var marks: [Unicode.Scalar: UInt8] = [:]
        for (index, mark) in CollationRoot.marks.enumerated() {
            marks[mark] = CollationOrder.firstMark + UInt8(clamping: index)
        }
        func elements(_ scalars: [Unicode.Scalar]) -> [CollationElement] {
            scalars.compactMap { scalar in
                marks[scalar].map { CollationElement(primary: 0, secondary: $0) } ?? singles[scalar]
            }
        }
        let weights = order.weights()
        for (scalars, element) in weights where scalars.count == 1 { singles[scalars[0]] = element }
        // A letter that is tailored has its place; the others are ordered as what they look like.
        for (letter, parts) in CollationRoot.marked where singles[letter] == nil {
            contractions[letter] = [Contraction(scalars: [letter], elements: elements(parts))]
        }
        for (letter, parts) in CollationRoot.variants where singles[letter] == nil {
            var variant = elements(parts)
            guard !variant.isEmpty else { continue }
            variant[0].secondary = CollationOrder.firstMark - (letter == "ſ" ? 1 : 2)
            contractions[letter] = [Contraction(scalars: [letter], elements: variant)]
        }
        for (scalars, element) in weights where scalars.count > 1 {
            let expansion = order.expansions[scalars].map { expansion in
                weights[expansion].map { [$0] } ?? elements(expansion)
            }
            contractions[scalars[0], default: []].append(
                Contraction(scalars: scalars, elements: [element] + (expansion ?? [])))
        }
        let groups = order.groups()
        for letter in CollationRoot.ownLetters {
            let parts = Array(String(letter).decomposedStringWithCanonicalMapping.unicodeScalars)
            let lower = letter.properties.lowercaseMapping.unicodeScalars.first ?? letter
            let element =
                singles[letter]
                ?? CollationElement(
                    primary: Self.primary(of: lower, in: groups),
                    tertiary: CollationElement.common + (lower == letter ? 0 : 1))
            contractions[parts[0], default: []].append(Contraction(scalars: parts, elements: [element]))
        }
        for letter in contractions.keys {
            contractions[letter]?.sort { $0.scalars.count > $1.scalars.count }
        }
        self.singles = singles
        self.contractions = contractions
        self.marks = marks
        self.groups = groups
        fast = Self.fast(singles, contractions, marks)
    }

    /// The weight of a mark, or `nil` where the character is none.
    func mark(_ scalar: Unicode.Scalar) -> UInt8? {
        if let weight = marks[scalar] { return weight }
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        // Virama and vowel signs are letters to the order.
        guard combiningClass != 0, combiningClass != 9 else { return nil }
        return 0xE0 | UInt8(scalar.value & 0x1F)
    }

    /// The weight of a letter that has no place of its own: its group's byte and its code point.
    func primary(of scalar: Unicode.Scalar) -> UInt32 {
        Self.primary(of: scalar, in: groups)
    }

    private static func primary(of scalar: Unicode.Scalar, in groups: [CollationGroup: UInt8]) -> UInt32 {
        let lead = UInt32(groups[CollationGroup(scalar)] ?? 0xFF)
        return scalar.value > 0xFFFF ? lead << 24 | scalar.value : lead << 16 | scalar.value
    }

    /// Packs the contributions of the characters that most titles consist of.
    private static func fast(
        _ singles: [Unicode.Scalar: CollationElement], _ contractions: [Unicode.Scalar: [Contraction]],
        _ marks: [Unicode.Scalar: UInt8]
    ) -> [FastElement] {
        let all = (0..<FastElement.count).map { Unicode.Scalar(UInt32($0)) ?? "\0" }
        // Decomposing them at once takes a tenth of the time that it takes one by one.
        let joined = all.dropFirst(0xC0).map(String.init).joined(separator: "\n")
        let decomposed =
            all.prefix(0xC0).map { [$0] }
            + joined.decomposedStringWithCanonicalMapping.unicodeScalars.split(separator: "\n").map(
                Array.init)
        return zip(all, decomposed).map { scalar, parts in
            let candidates = contractions[parts[0]] ?? []
            if let match = candidates.first(where: { $0.scalars == parts }) {
                return .packed(match.elements)
            }
            // A letter with marks, of which a part has a place of its own.
            if parts.count > 1, candidates.contains(where: { parts.starts(with: $0.scalars) }) {
                return .complex
            }
            if let element = singles[parts[0]] {
                switch parts.count {
                case 1:
                    let begins = candidates.contains { $0.scalars.allSatisfy(\.isASCII) }
                    return FastElement(element, beginsContraction: begins)
                case 2: return marks[parts[1]].map { FastElement(element, mark: $0) } ?? .complex
                default: return .complex
                }
            }
            let isControl = scalar.properties.generalCategory == .control
            return isControl || scalar == "\u{AD}" ? .ignorable : .complex
        }
    }
}
