import Foundation
import ModelData
import Sync

/// A record of 30 fields, of which a third are texts.
@Model
final class Exhibit {
    @Attribute(.unique) var identifier: UUID
    var title: String
    var author: String
    var summary: String
    var note: String?
    var language: String
    var publisher: String?
    var room: String
    var status: String
    var source: String?
    var link: String?
    var year: Int
    var pages: Int
    var rating: Int?
    var priority: Int
    var position: Int
    var visitors: Int
    var latitude: Double
    var longitude: Double
    var price: Double?
    var weight: Double
    var height: Double
    var isOwned: Bool
    var isFavourite: Bool
    var isLent: Bool
    var added: Date
    var changed: Date
    var begun: Date?
    var finished: Date?
    var due: Date?

    init(number: Int) {
        identifier = SyncBenchmark.identifier(number)
        title = "Exhibit no. \(number)"
        author = ["Olga Tokarczuk", "Stanisław Lem", "Magda Szabó", "Chinua Achebe"][number % 4]
        summary =
            "Built in 1896 by Lechner, tiled in green and yellow; seen from the square no. \(number * 7)."
        note = number.isMultiple(of: 3) ? nil : "Ask for the catalogue of room \(number % 40)."
        language = ["pl", "hu", "en"][number % 3]
        publisher = number.isMultiple(of: 2) ? "Wydawnictwo Literackie" : nil
        room = "Room \(number % 40)"
        status = ["shown", "stored", "lent"][number % 3]
        source = number.isMultiple(of: 5) ? "catalogue.csv" : nil
        link = number.isMultiple(of: 4) ? "https://example.org/exhibits/\(number)" : nil
        year = 1850 + number % 150
        pages = 80 + number % 700
        rating = number.isMultiple(of: 2) ? 1 + number % 5 : nil
        priority = number % 4
        position = number
        visitors = number * 37 % 5_000
        latitude = 51.7 + Double(number) / 100_000
        longitude = 19.4 - Double(number) / 100_000
        price = number.isMultiple(of: 3) ? Double(number % 9_000) / 100 : nil
        weight = Double(number % 3_000) / 10
        height = Double(number % 270)
        isOwned = number.isMultiple(of: 2)
        isFavourite = number.isMultiple(of: 9)
        isLent = number.isMultiple(of: 11)
        added = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 60))
        changed = Date(timeIntervalSince1970: 1_750_000_000 + Double(number * 60))
        begun = number.isMultiple(of: 2) ? Date(timeIntervalSince1970: 1_710_000_000 + Double(number)) : nil
        finished =
            number.isMultiple(of: 4) ? Date(timeIntervalSince1970: 1_720_000_000 + Double(number)) : nil
        due = number.isMultiple(of: 7) ? Date(timeIntervalSince1970: 1_800_000_000 + Double(number)) : nil
    }
}

extension Exhibit: Synchronizable {
    static var synchronization: Synchronization<Exhibit> { Synchronization(identifier: \.identifier) }
}
