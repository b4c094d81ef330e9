import Foundation
import ModelData

@Model
final class Trip {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Sight.trip) var sights = [Sight]()
    var leader: Person?
    var hotels: [Hotel] = []
    var plan: Plan?

    init(name: String) { self.name = name }
}

@Model
final class Sight {
    var title: String
    var stars = 0
    var trip: Trip?
    var labels: [Label] = []

    init(_ title: String, trip: Trip? = nil, stars: Int = 0) {
        self.title = title
        self.trip = trip
        self.stars = stars
    }
}

/// A model to which trips are related without an inverse.
@Model
final class Hotel {
    var name: String
    init(name: String) { self.name = name }
}

/// A model with a many-to-many relationship to sights, whose inverse is inferred.
@Model
final class Label {
    @Attribute(.unique) var word: String
    var sights: [Sight]?
    init(_ word: String) { self.word = word }
}

@Model
final class Person {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Trip.leader) var led: [Trip] = []
    @Relationship(deleteRule: .noAction) var notes: [Note] = []
    init(name: String) { self.name = name }
}

@Model
final class Note {
    var text: String
    var person: Person?
    init(text: String) { self.text = text }
}

/// A model with a one-to-one relationship to trips, which requires a trip.
@Model
final class Plan {
    var text: String
    var trip: Trip
    init(text: String, trip: Trip) {
        self.text = text
        self.trip = trip
    }
}

@Model
final class Book {
    var title: String
    var author: String

    init(title: String, author: String) {
        self.title = title
        self.author = author
    }
}
