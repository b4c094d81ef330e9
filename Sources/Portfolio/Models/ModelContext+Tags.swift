import Foundation
import Localization
import ModelData
import ProgramKit

extension ModelContext {
    /// Returns the tag with a name, ignoring case; `nil` if there is none.
    func tag(named name: String) throws -> Tag? {
        let key = Tag.key(of: name)
        var descriptor = FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key })
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
    }

    /// Returns the tag with which a user tags an issue; `nil` if the name is new.
    ///
    /// - Parameters:
    ///   - name: The name, which may be typed without its accents.
    ///   - isNew: Whether a tag is created whose name differs only in accents.
    func tag(toAdd name: String, isNew: Bool) throws -> Tag? {
        if let tag = try tag(named: name) { return tag }
        return isNew ? nil : NameMatch.known(name, in: try fetch(FetchDescriptor<Tag>()), named: \.name)
    }

    /// Returns the tags that a name means in conditions: the one with the name, and those below it, as `work.web` is below
    /// `work`. The upper tag needn't exist.
    ///
    /// - Throws: The errors of ``tag(matching:)`` if there is none.
    func tags(under name: String) throws -> [Tag] {
        let key = Tag.key(of: name), below = key + Tag.separator
        let found = try fetch(
            FetchDescriptor(predicate: #Predicate<Tag> { $0.key == key || $0.key.starts(with: below) }))
        if !found.isEmpty { return found }
        // A name without accents.
        let tag = try tag(matching: name)
        return tag.key == key ? [tag] : try tags(under: tag.name)
    }

    /// Returns the tags below a name.
    func tagsBelow(_ name: String) throws -> [Tag] {
        let below = Tag.key(of: name) + Tag.separator
        return try fetch(FetchDescriptor(predicate: #Predicate<Tag> { $0.key.starts(with: below) }))
    }

    /// Returns the tag with a whole name, ignoring case and accents.
    ///
    /// - Throws: ``TagError/unknown(_:nearest:)`` with the tags whose names contain the text, or are similar to it;
    ///   ``TagError/ambiguous(_:names:)`` if the names of several tags differ only in accents.
    func tag(matching name: String) throws -> Tag {
        if let tag = try tag(named: name) { return tag }
        let containing = #Predicate<Tag> { $0.name.localizedStandardContains(name) }
        let matches = try fetch(FetchDescriptor(predicate: containing))
        let folded = SearchFold.fold(name)
        let exact = matches.filter { SearchFold.fold($0.name) == folded }
        if exact.count == 1 { return exact[0] }
        if !exact.isEmpty { throw TagError.ambiguous(name, names: exact.map(\.name).sorted()) }
        let near =
            try matches.isEmpty
            ? nearest(to: name, in: fetch(FetchDescriptor<Tag>()).map(\.name), limit: 3)
            : matches.map(\.name).sorted()
        throw TagError.unknown(name, nearest: Array(near.prefix(3)))
    }
}
