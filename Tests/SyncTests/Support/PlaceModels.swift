import Foundation
import ModelData

@testable import Sync

@Model
final class Trip {
    @Attribute(.unique) var identifier: UUID
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Place.trip) var places: [Place] = []

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
    }
}

enum PlaceKind: String, Codable {
    case museum, park
}

@Model
final class Place {
    @Attribute(.unique) var identifier: UUID
    var name: String
    var note: String?
    var rating: Double?
    var visits: Int
    var isDone: Bool
    var date: Date?
    var photo: Data?
    var kind: PlaceKind
    var remark: String?
    var isPinned: Bool
    var trip: Trip?
    @Relationship(inverse: \Mark.places) var marks: [Mark] = []
    @Relationship(inverse: \Word.places) var words: [Word] = []

    init(identifier: UUID = UUID(), name: String) {
        self.identifier = identifier
        self.name = name
        visits = 0
        isDone = false
        kind = .park
        isPinned = false
    }
}

@Model
final class Mark {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var key: String
    var color: String?
    var remark: String = ""
    var places: [Place] = []

    init(identifier: UUID = UUID(), key: String) {
        self.identifier = identifier
        self.key = key
    }
}

/// A second many-to-many relationship to `Place`. The order of the class names decides which class stores the
/// links. In this relationship it is `Place`; in the relationship between `Mark` and `Place` it is `Mark`.
@Model
final class Word {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var key: String
    var places: [Place] = []

    init(identifier: UUID = UUID(), key: String) {
        self.identifier = identifier
        self.key = key
    }
}

extension Word: Synchronizable {
    static var synchronization: Synchronization<Word> { Synchronization(identifier: \.identifier) }
}

extension Trip: Synchronizable {
    static var synchronization: Synchronization<Trip> { Synchronization(identifier: \.identifier) }
}

extension Place: Synchronizable {
    static var synchronization: Synchronization<Place> {
        Synchronization(identifier: \.identifier, localOnly: [\.remark, \.isPinned])
    }
}

extension Mark: Synchronizable {
    static var synchronization: Synchronization<Mark> { Synchronization(identifier: \.identifier) }
}
