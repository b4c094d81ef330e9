import Foundation
import Localization
import ModelData
import Suite

extension ModelContext {
    /// Returns the saved view with a name, ignoring case; `nil` if there is none.
    func view(named name: String) throws -> SavedView? {
        let key = Tag.key(of: name)
        var descriptor = FetchDescriptor(predicate: #Predicate<SavedView> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }

    /// Returns the saved view with a name, or with a unique part of its name.
    ///
    /// - Throws: ``ViewError/unknown(_:nearest:)``, ``ViewError/ambiguous(_:names:)``.
    func view(matching name: String) throws -> SavedView {
        if let view = try view(named: name) { return view }
        let all = try fetch(FetchDescriptor<SavedView>())
        let folded = SearchFold.fold(name)
        let matches = all.filter { SearchFold.fold($0.name).contains(folded) }
        if matches.count == 1 { return matches[0] }
        if !matches.isEmpty { throw ViewError.ambiguous(name, names: matches.map(\.name).sorted()) }
        let names = BuiltInView.allCases.map(\.rawValue) + all.map(\.name)
        throw ViewError.unknown(name, nearest: nearest(to: name, in: names, limit: 3))
    }
}
