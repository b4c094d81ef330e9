import Foundation
import ModelData

/// A model that owns folders and optionally has a badge.
@Model
final class Cabinet {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Folder.cabinet) var folders: [Folder] = []
    @Relationship(inverse: \Badge.cabinet) var badge: Badge?

    init(_ name: String) { self.name = name }
}

/// A model whose objects are in at most one cabinet and have any number of marks.
@Model
final class Folder {
    var name: String
    var cabinet: Cabinet?
    @Relationship(inverse: \Mark.folders) var marks: [Mark] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Mark {
    var name: String
    var folders: [Folder] = []

    init(_ name: String) { self.name = name }
}

/// A model with a one-to-one relationship to cabinets.
@Model
final class Badge {
    var name: String
    var cabinet: Cabinet?

    init(_ name: String) { self.name = name }
}

/// Describes all objects of a context as text.
func contents(_ context: ModelContext) throws -> String {
    func all<T: PersistentModel>(_ type: T.Type, _ name: KeyPath<T, String> & Sendable) throws -> [T] {
        try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(name)]))
    }
    func list(_ names: [String]) -> String { names.joined(separator: " ") }
    let cabinets = try all(Cabinet.self, \.name).map {
        "\($0.name)[\(list($0.folders.map(\.name)))]\($0.badge?.name ?? "")"
    }
    let folders = try all(Folder.self, \.name).map {
        "\($0.name)@\($0.cabinet?.name ?? "-"){\(list($0.marks.map(\.name).sorted()))}"
    }
    let marks = try all(Mark.self, \.name).map { "\($0.name){\(list($0.folders.map(\.name).sorted()))}" }
    let badges = try all(Badge.self, \.name).map { "\($0.name)@\($0.cabinet?.name ?? "-")" }
    return [cabinets, folders, marks, badges].map { list($0) }.joined(separator: " | ")
}

/// Returns the names of related objects whose two sides disagree.
func disagreements(_ models: [any PersistentModel]) -> [String] {
    var found: [String] = []
    func check(_ agrees: Bool, _ first: String, _ second: String) {
        if !agrees { found.append("\(first) and \(second)") }
    }
    // Skip deleted objects, which keep their last values.
    for model in models where !model.isDeleted && model.modelContext != nil {
        switch model {
        case let cabinet as Cabinet:
            for folder in cabinet.folders { check(folder.cabinet === cabinet, cabinet.name, folder.name) }
            if let badge = cabinet.badge { check(badge.cabinet === cabinet, cabinet.name, badge.name) }
        case let folder as Folder:
            if let cabinet = folder.cabinet {
                check(cabinet.folders.contains { $0 === folder }, folder.name, cabinet.name)
            }
            for mark in folder.marks {
                check(mark.folders.contains { $0 === folder }, folder.name, mark.name)
            }
        case let mark as Mark:
            for folder in mark.folders {
                check(folder.marks.contains { $0 === mark }, mark.name, folder.name)
            }
        case let badge as Badge:
            if let cabinet = badge.cabinet { check(cabinet.badge === badge, badge.name, cabinet.name) }
        default: break
        }
    }
    return found
}
