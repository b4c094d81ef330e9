import Foundation
import Localization
import ModelData
import Suite

extension ModelContext {
    /// Returns the tag with a name, ignoring case; `nil` if there is none.
    func tag(named name: String) throws -> Tag? {
        let key = Tag.key(of: name)
        var descriptor = FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }

    /// Returns the tag with a name, or with a unique part of its name.
    ///
    /// - Throws: ``TagError/unknown(_:nearest:)``, ``TagError/ambiguous(_:names:)``.
    func tag(matching name: String) throws -> Tag {
        if let tag = try tag(named: name) { return tag }
        let containing = #Predicate<Tag> { $0.name.localizedStandardContains(name) }
        let matches = try fetch(FetchDescriptor(predicate: containing))
        if matches.count == 1 { return matches[0] }
        let folded = SearchFold.fold(name)
        let exact = matches.filter { SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        if !matches.isEmpty { throw TagError.ambiguous(name, names: matches.map(\.name).sorted()) }
        let names = try fetch(FetchDescriptor<Tag>()).map(\.name)
        throw TagError.unknown(name, nearest: nearest(to: name, in: names, limit: 3))
    }
}
