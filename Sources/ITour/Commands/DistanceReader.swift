import Foundation
import Localization

/// Parses distances that the user types.
enum DistanceReader {
    /// Parses a number of kilometres. The number may have a decimal point or comma, and the group separators
    /// of the language: `20,100`, or `20 100` in Polish. Returns `nil` if the text isn't a number.
    ///
    /// If the language groups digits with commas, a comma before exactly three digits is a group separator.
    /// Any other comma is a decimal comma.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - localizer: The user's language.
    static func kilometres(_ string: String, _ localizer: Localizer) -> Double? {
        let trimmed = string.trimmingCharacters(in: .whitespaces)
        let plain = ungrouped(trimmed, localizer).replacingOccurrences(of: ",", with: ".")
        guard !plain.isEmpty, plain.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
        return Double(plain)
    }

    /// Returns the text without group separators.
    private static func ungrouped(_ text: String, _ localizer: Localizer) -> String {
        guard let separator = localizer.integer(10_000).first(where: { !isDigit($0) }) else { return text }
        // Polish and other languages group digits with no-break spaces, but users type ordinary spaces.
        let groups = text.split(omittingEmptySubsequences: false) {
            $0 == separator || separator.isWhitespace && $0.isWhitespace
        }
        guard groups.count > 1, let first = groups.first, let last = groups.last,
            (1...3).contains(first.count), first.allSatisfy(isDigit), first.first != "0",
            groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 && $0.allSatisfy(isDigit) }),
            last.prefix(while: isDigit).count == 3
        else { return text }
        return groups.joined()
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
