/// The root order with a language's rules worked into it: a line of places, each of which differs from the one before
/// in the letter, the accent or the case.
struct CollationOrder {
    /// A place of the line: that of characters, or that of a group.
    private struct Node {
        var scalars: [Unicode.Scalar] = []
        var group: CollationGroup?
        /// What differs from the place before: 1 for the letter, 2 for the accent, 3 for the case.
        let level: Int
    }

    /// The first weight of marks; those below are for accents that have a place of their own.
    static let firstMark: UInt8 = 0x40

    private var nodes: [Node] = []
    /// What some groups of characters are ordered as in addition.
    private(set) var expansions: [[Unicode.Scalar]: [Unicode.Scalar]] = [:]

    /// Works rules into the root order. A rule that stands behind nothing that there is, is left away.
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
                    // The dotless ı shares its upper-case letter with i.
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
        // What differs less from the anchor stays with it.
        var position = index + 1
        while position < nodes.count, nodes[position].level > rule.level { position += 1 }
        nodes.insert(Node(scalars: rule.text, level: rule.level), at: position)
        if !rule.expansion.isEmpty { expansions[rule.text] = rule.expansion }
    }

    /// The weights of everything that has a place of its own.
    func weights() -> [[Unicode.Scalar]: CollationElement] {
        var result: [[Unicode.Scalar]: CollationElement] = [:]
        forEach { node, element in
            if node.group == nil { result[node.scalars] = element }
        }
        return result
    }

    /// The first bytes of the weights of groups.
    func groups() -> [CollationGroup: UInt8] {
        var result: [CollationGroup: UInt8] = [:]
        forEach { node, element in
            if let group = node.group { result[group] = UInt8(element.primary) }
        }
        return result
    }

    private func forEach(_ body: (Node, CollationElement) -> Void) {
        // 0 ends a key, and 1 stands between its levels.
        var element = CollationElement(primary: 1)
        for node in nodes {
            switch node.level {
            case 1: element = CollationElement(primary: min(element.primary + 1, 0xFF))
            case 2:
                element.secondary = min(element.secondary + 1, Self.firstMark - 1)
                element.tertiary = CollationElement.common
            default: element.tertiary = min(element.tertiary + 1, 0x3F)
            }
            body(node, element)
        }
    }
}
