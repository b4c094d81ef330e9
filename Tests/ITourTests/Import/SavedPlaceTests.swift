import Foundation
import Testing

@testable import ITour

@MainActor
@Suite("Saved places of Google Takeout")
struct SavedPlaceTests {
    private func sights(_ text: String, named name: String = "Saved Places.json") async throws -> [Sight] {
        let planner = try await TestPlanner()
        let report = try await planner.importText(text, named: name)
        #expect(report.skipped.isEmpty)
        let again = try await planner.importText(text, named: name)
        #expect(again.added.sights == 0)
        return try planner.destinations.first?.sights ?? []
    }

    @Test func `The earlier form has titles, business names and degrees of its own`() async throws {
        let sights = try await sights(
            """
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.4922, 41.8902]},
              "properties": {"Google Maps URL": "http://maps.google.com/?cid=1", "Title": "Koloseum",
               "Location": {"Address": "Piazza 1, Roma", "Business Name": "Colosseo",
                "Geo Coordinates": {"Latitude": "41.8902", "Longitude": "12.4922"}},
               "Published": "2020-01-01T10:00:00Z", "Comment": "At night"}},
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]},
              "properties": {"Google Maps URL": "http://maps.google.com/?cid=2",
               "Location": {"Business Name": "Pantheon", "Geo Coordinates": {"Latitude": "41.8986", "Longitude": "12.4769"}}}}
            ]}
            """)
        #expect(sights.map(\.name) == ["Koloseum", "Pantheon"])
        #expect(sights.map { $0.place?.latitude } == [41.8902, 41.8986])
        #expect(sights.map(\.address) == ["Piazza 1, Roma", ""])
        #expect(sights.map(\.link) == ["http://maps.google.com/?cid=1", "http://maps.google.com/?cid=2"])
        #expect(sights.map(\.note) == ["At night", ""])
    }

    @Test func `The present form has names within the location, and pins without a name`() async throws {
        let sights = try await sights(
            """
            {"type": "FeatureCollection", "features": [
             {"geometry": {"coordinates": [12.4833, 41.9009], "type": "Point"}, "properties": {"date": "2024-05-01T10:00:00Z",
               "google_maps_url": "http://maps.google.com/?cid=3",
               "location": {"address": "Piazza di Trevi, Roma", "country_code": "IT", "name": "Fontana di Trevi"}}, "type": "Feature"},
             {"geometry": {"coordinates": [0, 0], "type": "Point"}, "properties": {
               "google_maps_url": "http://maps.google.com/?q=41.9,12.5", "Comment": "No location information"}, "type": "Feature"},
             {"geometry": {"coordinates": [12.4, 41.9], "type": "Point"}, "properties": {"five_star_rating_published": 4,
               "google_maps_url": "https://www.google.com/maps/place//data=!1", "location": {"name": "Gelato"},
               "review_text_published": "Good"}, "type": "Feature"}
            ]}
            """)
        #expect(sights.map(\.name) == ["Fontana di Trevi", "41.9, 12.5", "Gelato"])
        #expect(sights.map { $0.place?.longitude } == [12.4833, 12.5, 12.4])
        #expect(sights.map(\.rating) == [nil, nil, 4])
        #expect(sights.map(\.note) == ["", "No location information", "Good"])
    }

    @Test(arguments: [
        "Title,Note,URL,Tags,Comment", "Title,Note,URL,Comment", "Tytuł,Notatka,URL,Tagi,Komentarz",
        "Cím,Jegyzet,URL,Címkék,Megjegyzés",
    ])
    func `A list has titles and addresses of the map`(header: String) async throws {
        let columns = header.split(separator: ",").count
        let commas = String(repeating: ",", count: columns - 4)
        let sights = try await sights(
            """
            \(header)
            \(String(repeating: ",", count: columns - 1))
            Koloseum,Tickets,https://www.google.com/maps/place/Koloseum/data=!4m2!3m1!1s0x1:0x2\(commas),Book early
            ,,"https://www.google.com/maps/search/41.8986,12.4769"\(commas),

            """, named: "Want to go.csv")
        #expect(sights.map(\.name) == ["Koloseum", "41.8986, 12.4769"])
        #expect(sights.map { $0.place?.latitude } == [nil, 41.8986])
        #expect(sights.map(\.note) == ["Tickets\nBook early", ""])
        #expect(sights[0].link.hasPrefix("https://www.google.com/maps/place/"))
    }

    @Test func `A saved place without anything to call it is reported`() async throws {
        let planner = try await TestPlanner()
        let report = try await planner.importText(
            "Title,Note,URL,Comment\n,Here,https://maps.example/,\nMuseum,,,\n", named: "Saved.csv")
        #expect(report.reasons == ["the name is missing"])
        #expect(report.added.sights == 1)
    }
}
