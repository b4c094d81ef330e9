import Shell

/// The coasts and borders of the Earth, from the shapes of Natural Earth at 1:110m.
///
/// The data are embedded in the program; see `Scripts/make-outlines.py`. They are read when a map first needs them.
enum EarthOutlines {
    /// The coasts and borders.
    static let all: [GlobeMap.Outline] = {
        EmbeddedFiles.contents("map/outlines.txt").map { contents in
            contents.withUTF8Buffer { read($0[...]) }
        } ?? []
    }()

    /// Returns the outlines in a file. Each line has a kind and whole numbers: the longitude and the latitude of the
    /// first point in hundredths of a degree, and the differences of each point from the point before.
    static func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [GlobeMap.Outline] {
        bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let kind = line.first == UInt8(ascii: "b") ? GlobeMap.Outline.Kind.border : .coast
            var points: [Globe.Position] = []
            var (x, y) = (0, 0)
            var isX = true
            for field in line.split(separator: UInt8(ascii: " ")).dropFirst() {
                let value = number(field)
                if isX {
                    x += value
                } else {
                    y += value
                    points.append(
                        Globe.Position(latitude: Double(y) / 100, longitude: Double(x) / 100))
                }
                isX.toggle()
            }
            return GlobeMap.Outline(kind, points)
        }
    }

    private static func number(_ field: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var value = 0
        for byte in field where byte != UInt8(ascii: "-") { value = value &* 10 &+ Int(byte &- 48) }
        return field.first == UInt8(ascii: "-") ? -value : value
    }
}
