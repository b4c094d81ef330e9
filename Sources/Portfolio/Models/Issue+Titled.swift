import Foundation
import ModelData
import Suite

extension Issue: TitledModel {
    var recordTitle: String { title }
    var recordDetail: String { "" }

    static func titled(containing text: String) -> Predicate<Issue> {
        #Predicate<Issue> { $0.title.localizedStandardContains(text) }
    }
}
