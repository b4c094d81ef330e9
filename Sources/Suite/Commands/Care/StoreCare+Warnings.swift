import Foundation
import Localization
import ModelData
import Shell

extension StoreCare {
    /// What a person should know of a copy that was made, or of what a copy brought into the store. What can't be looked
    /// into says nothing: the copy is there all the same.
    ///
    /// - Parameter copy: The copy; `nil` for the store.
    func warnings(of copy: URL? = nil) -> [Block] {
        guard (try? hasUnreadableValues(in: copy)) == true else { return [] }
        return [.warning(text("Some values in the copy can't be read: “repair” says which."))]
    }
}
