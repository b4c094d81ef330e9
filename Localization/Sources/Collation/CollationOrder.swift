/// The root order combined with the rules of a language: a list of positions. Each position has the level at
/// which it differs from the previous position.
struct CollationOrder {
    /// A position in the order. A position belongs to a character, to characters that form a unit, or to a
    /// group of characters.
    private struct Node {
        var scalars: [Unicode.Scalar] = []
        var group: CollationGroup?
        /// The difference from the previous position: 1 for the letter, 2 for the accent, 3 for the case.
        let level: Int
    }

    /// The secondary weight of the first combining mark. Lower weights are for accents with an explicit
    /// position.
    static let firstMark: UInt8 = 0x40

    private var nodes: [Node] = []
    /// Additional characters of contractions (letters that are ordered as a unit), by contraction. The
    /// weights of the additional characters follow those of the contraction.
    private(set) var expansions: [[Unicode.Scalar]: [Unicode.Scalar]] = [:]

    /// Adds rules to the root order. If the order doesn't contain the characters after which a rule inserts,
    /// the rule is ignored.
    init(rules: [CollationRules.Rule]) {
        for place in CollationRoot.order {
            switch place {
            case .characters(let characters):
                for scalar in characters.unicodeScalars { append([scalar], level: 1) }
            case .variants(let variants):
                for (index, scalar) in variants.unicodeScalars.enumerated() {
                    append([scalar], level: index == 0 ? 1 : 2)
                }
            case .letters(let letters):
                for scalar in letters.unicodeScalars {
                    append([scalar], level: 1)
                    let upper = Array(scalar.properties.uppercaseMapping.unicodeScalars)
                    // The dotless ı has the same upper-case letter as i.
                    if upper != [scalar], scalar != "ı" { append(upper, level: 3) }
                }
            case .group(let group):
                nodes.append(Node(group: group, level: 1))
            }
        }
        for rule in rules { insert(rule) }
    }

    private mutating func append(_ scalars: [Unicode.Scalar], level: Int) {
        nodes.append(Node(scalars: scalars, level: level))
    }

    private mutating func insert(_ rule: CollationRules.Rule) {
        guard let index = nodes.firstIndex(where: { $0.scalars == rule.anchor }) else { return }
        // First skip the positions whose difference from the anchor is smaller than the rule's difference,
        // such as the anchor's upper-case form.
        var position = index + 1
        while position < nodes.count, nodes[position].level > rule.level { position += 1 }
        nodes.insert(Node(scalars: rule.text, level: rule.level), at: position)
        if !rule.expansion.isEmpty { expansions[rule.text] = rule.expansion }
    }

    /// Returns the weights of all characters and contractions with an explicit position.
    func weights() -> [[Unicode.Scalar]: CollationElement] {
        var result: [[Unicode.Scalar]: CollationElement] = [:]
        forEach { node, element in
            if node.group == nil { result[node.scalars] = element }
        }
        return result
    }

    /// Returns the first byte of the primary weights of each group, in the order of the cases.
    func groups() -> [UInt8] {
        var result = [UInt8](repeating: 0xFF, count: CollationGroup.allCases.count)
        forEach { node, element in
            if let group = node.group { result[group.rawValue] = UInt8(element.primary) }
        }
        return result
    }

    private func forEach(_ body: (Node, CollationElement) -> Void) {
        // Byte 0 ends a key, and byte 1 separates its levels.
        var element = CollationElement(primary: 1)
        for node in nodes {
            switch node.level {
            case 1: element = CollationElement(primary: min(element.primary + 1, 0xFF))
            case 2:
                element.secondary = min(element.secondary + 1, Self.firstMark - 3)
                element.tertiary = CollationElement.common
            default: element.tertiary = min(element.tertiary + 1, 0x3F)
            }
            body(node, element)
        }
    }
}
