import Foundation
import Localization
import ModelData
import Suite

extension Sight {
    /// The record's number, which never changes; 0 until the sight is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}

extension Sight: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(destination?.name) }

    static func titled(containing text: String) -> Predicate<Sight> {
        #Predicate<Sight> {
            $0.name.localizedStandardContains(text) || $0.otherName.localizedStandardContains(text)
        }
    }

    static var listingCommand: String { "sight list" }
}
