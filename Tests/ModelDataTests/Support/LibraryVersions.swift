import ModelData

/// Books with a one-sided list of chapters.
enum ListedChapters {
    @Model final class Book {
        var title: String
        var chapters: [Chapter] = []
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        init(title: String) { self.title = title }
    }
}

/// Each chapter requires a book.
enum OwnedChapters {
    @Model final class Book {
        var title: String
        var chapters: [Chapter] = []
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        var book: Book
        init(title: String, book: Book) {
            self.title = title
            self.book = book
        }
    }
}

/// A book has at most one chapter instead of a list.
enum OneChapter {
    @Model final class Book {
        var title: String
        @Relationship(originalName: "chapters") var chapter: Chapter?
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        init(title: String) { self.title = title }
    }
}

/// The list contains a different model.
enum OtherChapters {
    @Model final class Book {
        var title: String
        var chapters: [Scene] = []
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        init(title: String) { self.title = title }
    }
    @Model final class Scene {
        var title: String
        init(title: String) { self.title = title }
    }
}

/// The list of titles becomes a list of chapters with the same name.
enum TitledChapters {
    @Model final class Book {
        var title: String
        var chapters: [String] = []
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        init(title: String) { self.title = title }
    }
}

/// Another relationship replaces the list.
enum Indexed {
    @Model final class Book {
        var title: String
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        var index: Index?
        init(title: String) { self.title = title }
    }
    @Model final class Index {
        var title: String
        init(title: String) { self.title = title }
    }
}

/// The list is back, with an inverse in Chapter.
enum SharedChapters {
    @Model final class Book {
        var title: String
        var chapters: [Chapter] = []
        init(title: String) { self.title = title }
    }
    @Model final class Chapter {
        var title: String
        var books: [Book] = []
        init(title: String) { self.title = title }
    }
}

/// People who follow one another.
enum Followers {
    @Model final class Person {
        var name: String
        @Relationship(inverse: \Person.follows) var followers: [Person] = []
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// The leading side has a name that sorts last.
enum Watchers {
    @Model final class Person {
        var name: String
        @Relationship(originalName: "followers", inverse: \Person.follows) var watchers: [Person] = []
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// Without the leading side.
enum Follows {
    @Model final class Person {
        var name: String
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// People with two relationships to one another.
enum TwoCircles {
    @Model final class Person {
        var name: String
        @Relationship(inverse: \Person.follows) var followers: [Person] = []
        var follows: [Person] = []
        @Relationship(inverse: \Person.knows) var acquaintances: [Person] = []
        var knows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// Cars and lorries each have a list of parts with the same name.
enum LooseParts {
    @Model class Vehicle {
        var sign: String
        init(sign: String) { self.sign = sign }
    }
    @Model final class Car: Vehicle {
        var parts: [Part] = []
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Lorry: Vehicle {
        var parts: [Part] = []
        var spare: Part?
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Part {
        var name: String
        init(name: String) { self.name = name }
    }
}

/// With an inverse in Part.
enum CarParts {
    @Model class Vehicle {
        var sign: String
        init(sign: String) { self.sign = sign }
    }
    @Model final class Car: Vehicle {
        @Relationship(inverse: \Part.car) var parts: [Part] = []
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Lorry: Vehicle {
        var parts: [Part] = []
        @Relationship(originalName: "spare") var spares: [Part] = []
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Part {
        var name: String
        var car: Car?
        init(name: String) { self.name = name }
    }
}

/// The list is renamed and then gets its old name back.
enum Friends {
    @Model final class Person {
        var name: String
        var friends: [Person] = []
        init(name: String) { self.name = name }
    }
}

enum Contacts {
    @Model final class Person {
        var name: String
        var contacts: [Person] = []
        init(name: String) { self.name = name }
    }
}

enum FriendsAgain {
    @Model final class Person {
        var name: String
        @Relationship(originalName: "contacts") var friends: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// The case of the list's name changes.
enum CapitalTags {
    @Model final class Book {
        var title: String
        var Tags: [Label] = []
        init(title: String) { self.title = title }
    }
    @Model final class Label {
        var word: String
        init(word: String) { self.word = word }
    }
}

enum SmallTags {
    @Model final class Book {
        var title: String
        var tags: [Label] = []
        init(title: String) { self.title = title }
    }
    @Model final class Label {
        var word: String
        var books: [Book] = []
        init(word: String) { self.word = word }
    }
}

/// Two subclasses whose garages are stored in one column.
enum Garages {
    @Model class Vehicle {
        var sign: String
        var parts: [Part] = []
        init(sign: String) { self.sign = sign }
    }
    @Model final class Car: Vehicle {
        var garage: Garage?
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Lorry: Vehicle {
        var garage: Garage?
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Garage {
        var name: String
        @Relationship(inverse: \Car.garage) var cars: [Car] = []
        @Relationship(inverse: \Lorry.garage) var lorries: [Lorry] = []
        init(name: String) { self.name = name }
    }
    @Model final class Part {
        var name: String
        init(name: String) { self.name = name }
    }
    @Model final class Owner {
        var name: String
        var best: Vehicle?
        init(name: String) { self.name = name }
    }
}

/// Cars no longer have an inverse to garages.
enum PlainCars {
    @Model class Vehicle {
        var sign: String
        var parts: [Part] = []
        init(sign: String) { self.sign = sign }
    }
    @Model final class Car: Vehicle {
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Lorry: Vehicle {
        var garage: Garage?
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Garage {
        var name: String
        var cars: [Car] = []
        @Relationship(inverse: \Lorry.garage) var lorries: [Lorry] = []
        init(name: String) { self.name = name }
    }
    @Model final class Part {
        var name: String
        init(name: String) { self.name = name }
    }
    @Model final class Owner {
        var name: String
        var best: Vehicle?
        init(name: String) { self.name = name }
    }
}

/// Cars and lorries no longer inherit from Vehicle.
enum ApartCars {
    @Model class Vehicle {
        var sign: String
        var parts: [Part] = []
        init(sign: String) { self.sign = sign }
    }
    @Model final class Lorry: Vehicle {
        var garage: Garage?
        override init(sign: String) { super.init(sign: sign) }
    }
    @Model final class Car {
        var sign: String
        var parts: [Part] = []
        var garage: Garage?
        init(sign: String) { self.sign = sign }
    }
    @Model final class Garage {
        var name: String
        @Relationship(inverse: \Car.garage) var cars: [Car] = []
        @Relationship(inverse: \Lorry.garage) var lorries: [Lorry] = []
        init(name: String) { self.name = name }
    }
    @Model final class Part {
        var name: String
        init(name: String) { self.name = name }
    }
    @Model final class Owner {
        var name: String
        var best: Car?
        init(name: String) { self.name = name }
    }
}

/// One-sided lists, since two lists contain labels.
enum TwoLists {
    @Model final class Book {
        var title: String
        var labels: [Label] = []
        init(title: String) { self.title = title }
    }
    @Model final class Label {
        var word: String
        var books: [Book] = []
        var favourites: [Book] = []
        init(word: String) { self.word = word }
    }
}

/// Two of the lists are inverses.
enum PairedLists {
    @Model final class Book {
        var title: String
        @Relationship(inverse: \Label.books) var labels: [Label] = []
        init(title: String) { self.title = title }
    }
    @Model final class Label {
        var word: String
        var books: [Book] = []
        var favourites: [Book] = []
        init(word: String) { self.word = word }
    }
}

/// All lists have inverses, so the fingerprint has no one-sided marks.
enum PairedAlone {
    @Model final class Book {
        var title: String
        @Relationship(inverse: \Label.books) var labels: [Label] = []
        init(title: String) { self.title = title }
    }
    @Model final class Label {
        var word: String
        var books: [Book] = []
        init(word: String) { self.word = word }
    }
}
