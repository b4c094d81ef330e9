import ModelData

/// Books with a list of chapters, which know nothing of the book.
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

/// Each chapter is in a book.
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

/// A book has one chapter at most, which was one of several.
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

/// The list is of something else.
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

/// The titles of chapters became chapters, under the same name.
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

/// The list is gone, and another relationship is there.
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

/// The list is back, and chapters know their books.
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

/// The leading side has a name that comes last.
enum Watchers {
    @Model final class Person {
        var name: String
        @Relationship(originalName: "followers", inverse: \Person.follows) var watchers: [Person] = []
        var follows: [Person] = []
        init(name: String) { self.name = name }
    }
}

/// The leading side is gone.
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

/// Parts of cars; lorries have some of their own, of the same name.
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

/// Parts know their cars.
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

/// The list has another name, and then that of before.
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

/// A list whose name changes in case.
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

/// Two kinds of vehicles with a garage each, in one column.
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

/// Cars know nothing of their garages.
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

/// Cars are vehicles no more, and there are no others than them and lorries.
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

/// Lists that know nothing of one another, since there are two of labels.
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

/// Two of them are each other's.
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

/// All lists are each other's, so that the schema's text has no marks.
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
