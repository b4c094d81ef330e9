import Localization
import TestSupport
import Testing

@testable import Shell

@Suite("Maps")
struct MapTests {
    private func place(_ name: String, _ latitude: Double, _ longitude: Double) -> GlobeMap.Place {
        .init(.text(name), Globe.Position(latitude: latitude, longitude: longitude))
    }

    /// Three places on the corners of a square of some 220 km, in an island around them.
    private func island(
        isRoute: Bool = false, extent: GlobeMap.Extent = .places, zoom: Double = 1
    ) -> Output {
        let corners = [(-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5), (-1.5, -1.5)]
        return Output([
            .map(
                GlobeMap(
                    "places", title: plain("Map of the island"),
                    places: [place("Łódź", 1, -1), place("Kraków", 1, 1), place("三体", -1, 1)],
                    isRoute: isRoute,
                    extent: extent, zoom: zoom,
                    outlines: {
                        [
                            .init(.coast, corners.map { Globe.Position(latitude: $0, longitude: $1) }),
                            .init(
                                .border,
                                [-1.5, 1.5].map { Globe.Position(latitude: $0, longitude: 0) }),
                        ]
                    }))
        ])
    }

    private func lines(_ output: Output, width: Int?, unicode: Bool = true, color: Bool = false) -> [String] {
        rendered(output, .table, width: width, color: color, unicode: unicode)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test func `A terminal shows the outlines, a symbol for each place, the scale and the legend`() {
        #expect(
            rendered(island(zoom: 0.5), .table, width: 30) == """
                Map of the island
                           ⡏1⠉⠉⡉⠉2⢹
                           ⡇   ⠄  ⢸
                           ⡇  ⠐   ⢸
                           ⣇⣀⣀⣈⣀⣀3⣸
                ├───┤ 200 km   ↑ N
                1 Łódź   2 Kraków   3 三体

                """)
    }

    @Test func `In ASCII, the map has a character for each kind of line`() {
        let shown = rendered(island(isRoute: true, zoom: 0.5), .table, width: 40, unicode: false)
        #expect(shown.utf8.allSatisfy { $0 < 0x80 })
        #expect(shown.contains(".."))
        #expect(shown.contains(":"))
        #expect(shown.contains("+"))
        #expect(shown.contains("1 Lodz"))
        #expect(shown.contains("|-"))
        #expect(shown.contains("^ N"))
        // Also on a console without braille characters.
        let console = Renderer.render(
            island(zoom: 0.5),
            Presentation(format: .table, width: 40, localizer: english, usesBraille: false))
        let text = String(decoding: console.output, as: UTF8.self)
        #expect(!text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
        #expect(text.contains("Łódź"))
    }

    @Test func `Every line fits every width, and narrow terminals show only the legend`() {
        for width in 1...170 {
            for unicode in [true, false] {
                for line in lines(island(isRoute: true), width: width, unicode: unicode)
                where line.contains(where: { !$0.isWhitespace }) {
                    // A word that is wider than the terminal can't be broken into fewer than one character a line.
                    #expect(DisplayWidth.of(line) <= max(width, 2), "\(width): \(line)")
                }
            }
        }
        #expect(!rendered(island(), .table, width: 19).contains("├"))
        #expect(rendered(island(), .table, width: 20).contains("├"))
    }

    @Test func `Colours mark places, coasts and routes`() {
        let shown = rendered(island(isRoute: true, zoom: 0.5), .table, width: 40, color: true)
        for code in [32, 33, 36] { #expect(shown.contains("\u{1B}[\(code)m"), "\(code)") }
        let plain = lines(island(isRoute: true, zoom: 0.5), width: 40)
        let colored = lines(island(isRoute: true, zoom: 0.5), width: 40, color: true)
            .map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") }
        #expect(plain == colored)
    }

    @Test func `A map below 200 km has no outlines, and doesn't request them`() {
        let near = Output([
            .map(
                GlobeMap(
                    "places", title: plain("Near"), places: [place("A", 0, 0), place("B", 0.01, 0.01)],
                    minimumWidth: 1,
                    outlines: {
                        Issue.record("outlines were requested")
                        return []
                    }))
        ])
        let shown = rendered(near, .table, width: 60)
        #expect(shown.contains(" m   ↑ N"))
        #expect(shown.contains("1 A   2 B"))
        // Other formats don't draw.
        for format in [OutputFormat.json, .csv, .plain, .markdown, .accessible] { _ = rendered(near, format) }
    }

    @Test func `Places at the same position and outside the map are explained in the legend`() {
        let output = Output([
            .map(
                GlobeMap(
                    "places", title: plain("Map"),
                    places: [place("A", 0, 0), place("B", 0, 0.000_01), place("C", 40, 0)],
                    extent: .around(Globe.Position(latitude: 0, longitude: 0), radius: 50)))
        ])
        let shown = rendered(output, .table, width: 60)
        #expect(shown.contains("1 A   2 B (at 1)   3 C (not on this map)"))
    }

    @Test func `Labels of several characters don't touch each other`() {
        var canvas = DotCanvas(columns: 10, rows: 3)
        let shown = [canvas.mark(x: 8, y: 4, "12", .yellow), canvas.mark(x: 12, y: 4, "14", .yellow)]
        #expect(shown == ["12", "14"])
        #expect(canvas.lines(usesBraille: false) { text, _ in text } == ["      14", "    12"])
    }

    @Test func `More places than symbols are counted`() {
        let output = Output([
            .map(
                GlobeMap(
                    "places", title: plain("Map"),
                    places: (0..<100).map { place("P\($0)", Double($0 % 10), Double($0 / 10)) }))
        ])
        let shown = rendered(output, .table, width: 80)
        #expect(shown.contains("z P34"))
        #expect(!shown.contains("P35"))
        #expect(shown.contains("• 65 more"))
    }

    @Test func `Screen readers get distances and directions`() {
        #expect(
            rendered(island(isRoute: true), .accessible) == """
                Map of the island
                3 places
                Łódź
                Kraków: 222 kilometres east of Łódź
                三体: 222 kilometres south of Kraków
                Total distance: 445 kilometres

                """)
        #expect(rendered(island(), .accessible).contains("三体: 314 kilometres southeast of Łódź"))
        let same = Output([
            .map(GlobeMap("places", title: plain("Map"), places: [place("A", 1, 1), place("B", 1, 1)]))
        ])
        #expect(rendered(same, .accessible).contains("B: at the same place as A"))
    }

    @Test func `Machine-readable formats and pipes show a table of the places`() {
        #expect(
            rendered(island(), .json) == """
                [
                  {"name": "Łódź", "latitude": 1.0, "longitude": -1.0},
                  {"name": "Kraków", "latitude": 1.0, "longitude": 1.0},
                  {"name": "三体", "latitude": -1.0, "longitude": 1.0}
                ]

                """)
        #expect(rendered(island(), .csv).hasPrefix("name,latitude,longitude\r\nŁódź,1.0,-1.0\r\n"))
        #expect(rendered(island(), .plain) == "Łódź\t1.0\t-1.0\nKraków\t1.0\t1.0\n三体\t-1.0\t1.0\n")
        #expect(
            rendered(island(), .markdown).hasPrefix(
                "## Map of the island\n\n| Name | Latitude | Longitude |\n"))
    }

    @Test func `Places at the poles, on both sides of the 180th meridian and around the globe are shown`() {
        for places in [
            [place("A", 90, 0), place("B", 89, 90), place("C", 89, -90)],
            [place("A", -90, 0), place("B", -75, 170), place("C", -75, -10)],
            [place("A", -17, 179.5), place("B", -17, -179.5), place("C", -18, 180)],
            [place("A", 0, 0), place("B", 0, 120), place("C", 0, -120)],
            [place("A", 64, -22), place("B", -34, 151), place("C", 35, 139)],
            [place("A", 0, 0), place("B", 0, 180), place("C", 1, 90)],
        ] {
            for width in [20, 60, 120] {
                let map = GlobeMap("places", title: plain("Map"), places: places, isRoute: true)
                let shown = rendered(Output([.map(map)]), .table, width: width)
                let drawing = shown.components(separatedBy: "├")[0]
                for symbol in ["1", "2", "3"] {
                    #expect(drawing.contains(symbol), "\(places) \(width)\n\(shown)")
                }
            }
        }
        // Three places near the date line are near each other on the map.
        let fiji = GlobeMap(
            "places", title: plain("Map"), places: [place("A", -17, 179.5), place("B", -17, -179.5)])
        #expect(MapView(fiji, columns: 80).width < 1000)
    }

    @Test func `Zoom halves the width of the map`() {
        let places = [place("A", 0, -1), place("B", 0, 1)]
        func width(_ zoom: Double) -> Double {
            MapView(GlobeMap("places", title: plain("Map"), places: places, zoom: zoom), columns: 80).width
        }
        #expect(abs(width(1) / width(2) - 2) < 0.01)
        #expect(width(.nan) == width(1))
        #expect(width(-3) == width(1))
    }

    @Test func `A map of the Moon uses its radius and needs no outlines`() {
        let moon = Output([
            .map(
                GlobeMap(
                    "sites", title: plain("Landing sites"), globe: .moon,
                    places: [place("Apollo 11", 0.674, 23.473), place("Apollo 12", -3.012, -23.422)]))
        ])
        #expect(rendered(moon, .accessible).contains("Apollo 12: 1,426 kilometres west of Apollo 11"))
        #expect(rendered(moon, .table, width: 80).contains("500 km"))
    }

    @Test func `The order of random places, sizes and magnifications never fails`() {
        for seed in [UInt64(1), 2, 3] {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<150 {
                let places = (0..<Int.random(in: 0...8, using: &generator)).map { index in
                    let spread: Double = [0.0001, 1.0, 90.0].randomElement(using: &generator) ?? 1
                    return place(
                        "P\(index)", Double.random(in: -spread...spread, using: &generator),
                        Double.random(in: -2 * spread...2 * spread, using: &generator))
                }
                let zoom: Double = [0.001, 0.5, 1.0, 7.0, 100_000.0].randomElement(using: &generator) ?? 1
                let width = Int.random(in: 20...170, using: &generator)
                let shown = lines(
                    Output([
                        .map(
                            GlobeMap(
                                "places", title: plain("Map"), places: places,
                                isRoute: Bool.random(using: &generator), zoom: zoom))
                    ]), width: width)
                #expect(shown.allSatisfy { DisplayWidth.of($0) <= width }, "seed \(seed), width \(width)")
                #expect(shown.count <= 30 + places.count, "seed \(seed)")
            }
        }
    }
}
