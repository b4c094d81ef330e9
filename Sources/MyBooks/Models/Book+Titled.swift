import Foundation
import Localization
import ModelData
import Suite

extension Book: TitledModel {
    var recordTitle: String { title }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(author) }

    static func titled(containing text: String) -> Predicate<Book> {
        #Predicate<Book> { $0.title.localizedStandardContains(text) }
    }
}
