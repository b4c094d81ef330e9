/// The number of typing mistakes by which two texts differ.
public enum EditDistance {
    /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters that turn one
    /// text into the other; `nil` if it is greater than `limit`.
    ///
    /// Case and accents are ignored. No letter is changed twice (optimal string alignment distance).
    ///
    /// - Parameters:
    ///   - left: A text.
    ///   - right: Another text.
    ///   - limit: The maximum distance.
    public static func between(_ left: String, _ right: String, limit: Int = .max) -> Int? {
        distance(
            Array(SearchFold.fold(left).unicodeScalars), Array(SearchFold.fold(right).unicodeScalars), limit)
    }

    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        var current = previous
        for row in 1...left.count {
            current[0] = row
            var best = row
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                var cost = min(
                    previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1]
                {
                    cost = min(cost, beforePrevious[column - 2] + 1)
                }
                current[column] = cost
                best = min(best, cost)
            }
            // A swap uses the row before the previous one. Therefore the search can end only if both the
            // current and the previous row exceed the limit.
            if best > limit, previous.allSatisfy({ $0 > limit }) { return nil }
            (beforePrevious, previous, current) = (previous, current, previous)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}

/// Returns the candidates that are most similar to a typed text, without duplicates, the nearest first.
///
/// ```swift
/// nearest(to: "lsit", in: ["add", "list", "show"])  // ["list"]
/// ```
///
/// The number of tolerated mistakes is a third of the letters, at least one, but not all of them. Candidates that start with the
/// text, or contain a word that starts with it, are similar too. Case and accents are ignored.
/// - Parameters:
///   - text: The typed text.
///   - candidates: The possible texts.
///   - limit: The maximum number of results.
public func nearest(to text: String, in candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let typed = SearchFold.fold(trimmed(text))
    guard !typed.isEmpty, limit > 0 else { return [] }
    let letters = Array(typed.unicodeScalars)
    let allowed = max(1, letters.count / 3)
    var found: [(distance: Int, order: Int, candidate: String)] = []
    for (order, candidate) in candidates.enumerated() {
        let folded = SearchFold.fold(candidate)
        var distance = EditDistance.distance(letters, Array(folded.unicodeScalars), allowed)
        if letters.count > 1, folded.hasPrefix(typed) || folded.contains(" " + typed) {
            distance = min(distance ?? 1, 1)
        } else if distance == nil, letters.count > 3 {
            // Compare with the words of a longer text, such as a title. One of many words is near by chance, as “flight”
            // is to “weight”.
            let words = folded.split(separator: " "), allowed = max(1, letters.count / 4)
            if words.count > 1 {
                let best = words.compactMap {
                    EditDistance.distance(letters, Array($0.unicodeScalars), allowed)
                }.min()
                distance = best.map { $0 + 1 }
            }
        }
        // Of two letters, one may be wrong if it is the second one. In other scripts, two signs may be a whole word.
        if letters.count == 2, letters.allSatisfy(\.isASCII), let distance, distance > 0,
            folded.unicodeScalars.count == 2, folded.unicodeScalars.first != letters.first,
            !letters.reversed().elementsEqual(folded.unicodeScalars)
        {
            continue
        }
        // A text of which every letter is another one isn't similar.
        if let distance, distance < max(letters.count, folded.unicodeScalars.count) {
            found.append((distance, order, candidate))
        }
    }
    found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    // Several candidates may be the same text, so remove duplicates.
    var names: [String] = []
    for (_, _, candidate) in found
    where !names.contains(where: { $0.lowercased() == candidate.lowercased() }) {
        names.append(candidate)
        if names.count == limit { break }
    }
    return names
}
