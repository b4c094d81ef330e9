import Foundation
import Localization
import ModelData
import Suite

extension ModelContext {
    /// The tag with a name, whatever its case.
    func tag(named name: String) throws -> Tag? {
        let key = Tag.key(of: name)
        var descriptor = FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }

    /// The tag that a person means by its name, or by a part of it that fits only one.
    ///
    /// - Throws: ``TagError/unknown(_:nearest:)``, ``TagError/ambiguous(_:names:)``.
    func tag(meant name: String) throws -> Tag {
        if let tag = try tag(named: name) { return tag }
        let containing = #Predicate<Tag> { $0.name.localizedStandardContains(name) }
        let matches = try fetch(FetchDescriptor(predicate: containing))
        if matches.count == 1 { return matches[0] }
        let folded = Localization.SearchFold.fold(name)
        let exact = matches.filter { Localization.SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        if !matches.isEmpty { throw TagError.ambiguous(name, names: matches.map(\.name).sorted()) }
        let names = try fetch(FetchDescriptor<Tag>()).map(\.name)
        throw TagError.unknown(name, nearest: nearest(to: name, in: names, limit: 3))
    }
}
