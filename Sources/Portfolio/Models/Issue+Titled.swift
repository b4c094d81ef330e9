import Foundation
import Localization
import ModelData
import ProgramKit

extension Issue: TitledModel {
    var recordTitle: String { title }
    var recordDetail: LocalizedText? { nil }

    static func titled(containing text: String) -> Predicate<Issue> {
        #Predicate<Issue> { $0.title.localizedStandardContains(text) }
    }
}
