import Foundation
import Localization

/// Parses distances that the user types.
enum DistanceReader {
    /// Parses a number of kilometres. Returns `nil` if the text isn't a number.
    static func kilometres(_ string: String, _ localizer: Localizer) -> Double? {
        // The text of a decimal number becomes the nearest double.
        localizer.parseDecimal(string).flatMap { Double($0.description) }
    }
}
