import Foundation
import Localization
import ModelData
import ProgramKit

extension Tag: TitledModel {
    /// The name with a `#`, so that it can't be confused with a smart filter or an issue.
    var recordTitle: String { "#\(name)" }
    var recordDetail: LocalizedText? { nil }

    static func titled(containing text: String) -> Predicate<Tag> {
        #Predicate<Tag> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "tags" }
}
