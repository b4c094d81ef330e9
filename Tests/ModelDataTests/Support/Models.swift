import Foundation
import ModelData

enum Status: String, Codable, CaseIterable, Sendable {
    case onShelf, inProgress, completed
}

enum Stars: Int, Codable, Sendable {
    case one = 1
    case two, three, four, five
}

struct Place: Codable, Hashable, Sendable {
    var city: String
    var latitude: Double
}

@Model
final class Book {
    var title: String
    var author: String
    var added = Date(timeIntervalSinceReferenceDate: 0)
    var rating: Int?
    var status = Status.onShelf
    var summary = ""
    @Transient var isSelected = false
    var line: String { "\(title) by \(author)" }

    init(title: String, author: String, rating: Int? = nil) {
        self.title = title
        self.author = author
        self.rating = rating
    }
}

@Model
final class Everything {
    @Attribute(.unique) var key: Int
    var int8: Int8 = -8
    var int16: Int16 = -16
    var int32: Int32 = -32
    var int64: Int64 = .min
    var unsigned: UInt = 1
    var unsigned8: UInt8 = 255
    var unsigned64: UInt64 = 0
    var flag = true
    var double = 0.1
    var float: Float = 0.1
    var text = "zażółć"
    var uuid = UUID()
    var url: URL
    var data = Data([0, 1, 255])
    var date = Date.now
    var decimal: Decimal = 0
    var status: Status = .completed
    var stars = Stars.three
    var place = Place(city: "Łódź", latitude: 51.75)
    var tags = [String]()
    var places: [Place] = []
    var numbers: [String: Int] = ["a": 1]

    var optionalInt: Int?
    var optionalBool: Bool?
    var optionalDouble: Double?
    var optionalText: String?
    var optionalUUID: UUID?
    var optionalURL: URL?
    var optionalData: Data?
    var optionalDate: Date?
    var optionalDecimal: Decimal?
    var optionalStatus: Status?
    var optionalStars: Stars?
    var optionalPlace: Place?
    var optionalTags: [String]?

    init(key: Int) {
        self.key = key
        url = URL(string: "https://example.org/\(key)") ?? URL(fileURLWithPath: "/")
    }
}

@Model
final class Printing {
    #Unique<Printing>([\.isbn], [\.title, \.year])
    #Index<Printing>([\.publisher], [\.year, \.publisher])
    @Attribute(.preserveValueOnDeletion) var isbn: String?
    var title: String
    var year: Int
    var publisher = "Iskry"
    @Attribute(.preserveValueOnDeletion) var status = Status.onShelf

    init(isbn: String?, title: String, year: Int) {
        self.isbn = isbn
        self.title = title
        self.year = year
    }
}
