import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance

extension StoreMaintainer {
    /// Returns a warning if some values of the store or of a copy can't be read. If this check fails, no
    /// warning is returned, because the copy exists anyway.
    ///
    /// - Parameter copy: The copy; `nil` for the store. Default: `nil`.
    func warnings(of copy: URL? = nil) -> [Block] {
        guard (try? hasUnreadableValues(in: copy)) == true else { return [] }
        return [.warning(text("Some values in the copy can't be read. “repair” lists them."))]
    }
}
