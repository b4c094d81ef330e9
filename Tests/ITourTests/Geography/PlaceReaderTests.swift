import TestSupport
import Testing

@testable import ITour

@Suite("Coordinates")
struct PlaceReaderTests {
    @Test func `Typed and copied coordinates are read`() throws {
        let colosseum = try place(41.8902, 12.4922)
        for text in [
            "41.8902,12.4922", "41.8902, 12.4922", " 41.8902 12.4922 ", "41.8902N 12.4922E",
            "geo:41.8902,12.4922;u=35",
            "+41.8902;+12.4922", "41.8902° 12.4922°",
        ] {
            #expect(try PlaceReader.place(text) == colosseum, "\(text)")
        }
        #expect(try PlaceReader.place("33.9s 151.2e") == place(-33.9, 151.2))
        #expect(try PlaceReader.place("90,-180") == place(90, -180))
    }

    @Test(arguments: [
        "", "41.8902", "91,0", "-90.1,0", "0,180.5", "0,-181", "north,east", "nan,0", "inf,0", "1e400,0",
        "-5S,3E",
        "1,2,3", "0x10,0",
    ])
    func `Invalid coordinates are refused`(text: String) {
        #expect(throws: TripError.self) { try PlaceReader.place(text) }
    }

    @Test(arguments: [
        "41,8902; 12,4922", "41,8902 12,4922", "41,8902, 12,4922", "41,8902;12,4922",
        "41.8902° N, 12.4922° E",
        "N41.8902° E12.4922°", "41°53'24.72\"N 12°29'31.92\"E", "41° 53' 24.72\" N, 12° 29' 31.92\" E",
        "41°53′24,72″N 12°29′31,92″E", "41°53’24.72”N 12°29’31.92”E", "41°53'24.72''N 12°29'31.92''E",
        "N 41° 53.412' E 12° 29.532'", "E 12° 29.532' N 41° 53.412'", "12°29'31.92\"E 41°53'24.72\"N",
        "41°53'24.72\" 12°29'31.92\"",
    ])
    func `Degrees in every common notation are read`(text: String) throws {
        let found = try PlaceReader.place(text)
        #expect(abs(found.latitude - 41.8902) < 1e-9, "\(found.text)")
        #expect(abs(found.longitude - 12.4922) < 1e-9, "\(found.text)")
    }

    @Test func `Southern and western degrees are negative`() throws {
        let found = try PlaceReader.place("33°51'24\"S 151°12'36\"W")
        #expect(abs(found.latitude + 33.856_666_67) < 1e-6)
        #expect(abs(found.longitude + 151.21) < 1e-6)
        #expect(try PlaceReader.place("-33°30' 0°30'") == place(-33.5, 0.5))
        #expect(try PlaceReader.place("−33.5, −70.5") == place(-33.5, -70.5))
    }

    @Test(arguments: [
        "geo:41.8902,12.4922?z=15", "geo:0,0?q=41.8902,12.4922(Colosseum)", "GEO:41.8902,12.4922,20;u=5",
        "https://www.google.com/maps/@41.8902,12.4922,17z",
        "https://www.google.com/maps/place/Colosseum/@41.89,12.48,17z/data=!3m1!4b1!8m2!3d41.8902!4d12.4922",
        "https://www.google.com/maps/place/41%C2%B053'24.7%22N/@41.8902,12.4922,17z",
        "https://www.google.com/maps/search/?api=1&query=41.8902%2C12.4922",
        "https://www.google.com/maps/search/41.8902,+12.4922?entry=tts",
        "https://maps.google.com/?q=41.8902,12.4922",
        "https://www.google.com/maps/dir/?api=1&destination=41.8902,12.4922&travelmode=walking",
        "https://www.openstreetmap.org/#map=17/41.8902/12.4922",
        "https://www.openstreetmap.org/?mlat=41.8902&mlon=12.4922#map=5/40.0/10.0",
        "https://www.openstreetmap.org/node/123#map=17/41.8902/12.4922&layers=N",
        "https://maps.apple.com/?ll=41.8902,12.4922&q=Colosseum",
        "https://maps.apple.com/place?coordinate=41.8902,12.4922&name=Colosseum",
        "https://www.bing.com/maps?cp=41.8902~12.4922&lvl=17",
        "https://waze.com/ul?ll=41.8902,12.4922&navigate=yes",
    ])
    func `Links of maps are read`(link: String) throws {
        #expect(try PlaceReader.place(link) == place(41.8902, 12.4922))
    }

    @Test func `A link without coordinates is refused with advice`() {
        let short = "https://maps.app.goo.gl/abc123"
        #expect {
            try PlaceReader.place(short)
        } throws: { error in
            if case .linkWithoutPlace(short) = error as? TripError { true } else { false }
        }
    }

    @Test(arguments: [
        "41°53'25\"N", "41°53'25\"N 12°29'32\"N", "41°60'N 12°0'E", "41°30.5'20\"N 12°E", "-41°30'S 12°E",
        "41,8902,12,4922", "95°N 12°E", "geo:", "geo:95,0", "41°N 12°E extra", "N E", "°°",
    ])
    func `Unclear degrees are refused`(text: String) {
        #expect(throws: TripError.self) { try PlaceReader.place(text) }
    }

    @Test func `Random text is refused or gives valid coordinates`() throws {
        for seed in [UInt64(1), 2, 3] {
            var generator = SeededGenerator(seed: seed)
            let pieces = [
                "41", "-", ".5", "°", "'", "\"", "N", "E", "S", "W", ",", ";", " ", "geo:", "https://", "/@",
                "?q=", "!3d", "!4d", "41.9,12.5",
                "#map=", "𝟙", "é", "\u{0}", "1e9", "%", "%41", "~",
            ]
            var read = 0
            for _ in 0..<3000 {
                let text = (0..<Int.random(in: 0...9, using: &generator))
                    .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                guard let found = try? PlaceReader.place(text) else { continue }
                read += 1
                #expect((-90...90).contains(found.latitude), "seed \(seed): \(text)")
                #expect((-180...180).contains(found.longitude), "seed \(seed): \(text)")
            }
            #expect(read > 0, "seed \(seed)")
        }
    }

    @Test func `Coordinates are written without an exponent`() throws {
        #expect(Coordinates.degrees(0) == "0.0")
        #expect(Coordinates.degrees(-0.0000001) == "-0.0000001")
        #expect(Coordinates.degrees(41.8902) == "41.8902")
        #expect(Coordinates.degrees(-180) == "-180.0")
        #expect(Coordinates.degrees(1e-12) == "0.0")
        #expect(Coordinates.degrees(12.5) == "12.5")
        #expect(Coordinates.degrees(-0.05) == "-0.05")
        #expect(try place(-0.0, 0).text == "0.0, 0.0")
    }
}
