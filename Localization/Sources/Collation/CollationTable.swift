import Foundation
import Synchronization

/// The collation data of a language: the weights of characters and of contractions.
final class CollationTable: Sendable {
    /// Characters that are ordered as a unit, such as the Hungarian “cs”, in canonically decomposed form.
    struct Contraction: Sendable {
        let scalars: [Unicode.Scalar]
        let elements: [CollationElement]
    }

    /// The packed elements of U+0000 to U+017F.
    let fast: [FastElement]
    /// The characters with an explicit position.
    let singles: [Unicode.Scalar: CollationElement]
    /// The contractions by their first character, the longest first.
    let contractions: [Unicode.Scalar: [Contraction]]
    /// The first byte of each group's primary weights.
    private let groups: [UInt8]
    private let marks: [Unicode.Scalar: UInt8]

    /// Returns the table of a language. It is created once per process.
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
        // Letters with a rule of the language keep the rule's position. Other letters are ordered like their
        // parts.
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

    /// Returns the secondary weight of a mark; `nil` if the character isn't a mark.
    func mark(_ scalar: Unicode.Scalar) -> UInt8? {
        if let weight = marks[scalar] { return weight }
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        // Virama (the sign for a missing vowel in Indic scripts) and vowel signs count as letters.
        guard combiningClass != 0, combiningClass != 9 else { return nil }
        return 0xE0 | UInt8(scalar.value & 0x1F)
    }

    /// Returns the primary weight of a letter without an explicit position: the first byte of its group,
    /// followed by its code point.
    func primary(of scalar: Unicode.Scalar) -> UInt32 {
        Self.primary(of: scalar, in: groups)
    }

    private static func primary(of scalar: Unicode.Scalar, in groups: [UInt8]) -> UInt32 {
        let lead = UInt32(groups[CollationGroup(scalar).rawValue])
        return scalar.value > 0xFFFF ? lead << 24 | scalar.value : lead << 16 | scalar.value
    }

    /// Packs the elements of the most common characters.
    private static func fast(
        _ singles: [Unicode.Scalar: CollationElement], _ contractions: [Unicode.Scalar: [Contraction]],
        _ marks: [Unicode.Scalar: UInt8]
    ) -> [FastElement] {
        let all = (0..<FastElement.count).map { Unicode.Scalar(UInt32($0)) ?? "\0" }
        // Decomposing all characters in one call takes a tenth of the time of separate calls.
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
            // A letter with marks that only begins with a contraction can't be packed.
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
