import ModelData

/// Books with a one-sided list of chapters. The next enumerations contain other versions of these models.
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

/// A version in which each chapter requires a book.
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

/// A version in which a book has at most one chapter instead of a list.
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

/// A version in which the list contains objects of another model.
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

/// A version in which the property `chapters` contains titles instead of related objects.
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

/// A version without the list, but with another relationship.
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

/// A version in which the list exists again, with an inverse in Chapter.
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

/// A version in which `followers` has a new name, which sorts after that of its inverse.
enum Watchers {
    @Model final class Person {
        var name: String
        @Relationship(originalName: "followers", inverse: \Person.follows) var watchers: [Person] = []
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// A version without `followers`.
enum Follows {
    @Model final class Person {
        var name: String
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// People with two relationships to one another, each with an inverse.
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

/// A version in which the parts of cars have an inverse.
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

/// Three versions: the list is renamed, and then gets its old name back.
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

/// Two versions: the first letter of the list's name changes its case, and the list gets an inverse.
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

/// A version in which cars no longer have the property `garage`.
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

/// A version in which cars no longer inherit from Vehicle.
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

/// Lists without inverses: labels have two lists of books, so no inverse is inferred.
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

/// A version in which two of the lists are inverses.
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

/// A version in which all lists have inverses.
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
