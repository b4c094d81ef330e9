import Foundation
import ModelData

/// Finds and creates the tags of imported issues.
///
/// A tag may have very many issues. Its object would keep them all in memory, so it is released after each
/// batch.
@MainActor
struct ImportedTags {
    private let context: ModelContext
    private var format = IssueFormat.json
    /// The keys of all tags.
    private var known: Set<String> = []
    /// The objects of the tags that the present batch uses, by key.
    private var tags: [String: Tag] = [:]
    /// The keys of the tags by their keys in the format. If several tags have the same key in the format,
    /// only the first one is included. Empty if these keys are the same.
    private var keysAsWritten: [String: String] = [:]
    /// The keys of names in the file.
    private var keys: [String: String] = [:]

    private static let mostKeys = 10_000

    /// - Parameter context: The context of the store.
    init(_ context: ModelContext) { self.context = context }

    /// Finds the tags of the store.
    ///
    /// - Parameter format: The format of the file.
    mutating func begin(_ format: IssueFormat) throws {
        self.format = format
        var descriptor = FetchDescriptor<Tag>()
        descriptor.propertiesToFetch = [\.name, \.key]
        try context.enumerate(descriptor, batchSize: 1000) { tag in
            known.insert(tag.key)
            guard format == .todo else { return }
            let key = format.tagKey(tag.name)
            if keysAsWritten[key] == nil { keysAsWritten[key] = tag.key }
        }
    }

    /// Fetches the objects of known tags at once.
    ///
    /// - Parameter names: The names in the file.
    mutating func load(_ names: some Sequence<String>) throws {
        var missing: Set<String> = []
        for name in names {
            if let key = knownKey(of: name), tags[key] == nil { missing.insert(key) }
        }
        if missing.isEmpty { return }
        let wanted = missing.sorted()
        let descriptor = FetchDescriptor<Tag>(predicate: #Predicate { wanted.contains($0.key) })
        for tag in try context.fetch(descriptor) { tags[tag.key] = tag }
    }

    /// Whether there is a tag with a name.
    mutating func contains(_ name: String) -> Bool { known.contains(key(of: name)) }

    /// Returns the tag with a name, or a tag whose name the format writes in the same way. If no tag matches,
    /// creates one.
    mutating func tag(_ name: String) throws -> Tag {
        if let key = knownKey(of: name) {
            if let tag = tags[key] { return tag }
            let descriptor = FetchDescriptor<Tag>(predicate: #Predicate { $0.key == key })
            if let tag = try context.fetch(descriptor).first {
                tags[key] = tag
                return tag
            }
        }
        let tag = Tag(name: name)
        context.insert(tag)
        known.insert(tag.key)
        tags[tag.key] = tag
        return tag
    }

    /// Returns the tags with the given names, without duplicates.
    mutating func tags(named names: [String]) throws -> [Tag] {
        var found: [Tag] = []
        for name in names {
            let next = try tag(name)
            if !found.contains(where: { $0 === next }) { found.append(next) }
        }
        return found
    }

    /// Releases the objects of all tags, after they were saved.
    mutating func releaseSavedObjects() { tags.removeAll(keepingCapacity: true) }

    private mutating func knownKey(of name: String) -> String? {
        let key = key(of: name)
        if known.contains(key) { return key }
        return keysAsWritten.isEmpty ? nil : keysAsWritten[format.tagKey(name)]
    }

    private mutating func key(of name: String) -> String {
        if let key = keys[name] { return key }
        let key = Tag.key(of: name)
        if keys.count == Self.mostKeys { keys.removeAll(keepingCapacity: true) }
        keys[name] = key
        return key
    }
}
