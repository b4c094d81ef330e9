import Foundation
import Localization
import ModelData
import Suite

extension Destination {
    /// The record's number, which never changes; 0 until the destination is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}

extension Destination: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { dates?.text }

    static func titled(containing text: String) -> Predicate<Destination> {
        #Predicate<Destination> { $0.name.localizedStandardContains(text) }
    }
}
