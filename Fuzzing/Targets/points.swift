import Foundation
import ModelData

@testable import Sync

@Model
final class Spot: Decodable {
    @Attribute(.unique) var id: UUID
    var name: String
    var latitude: Double
    var opened: Date?
    var tags: [String]

    private enum CodingKeys: CodingKey { case id, name, latitude, opened, tags }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(UUID.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        latitude = try values.decodeIfPresent(Double.self, forKey: .latitude) ?? 0
        opened = try values.decodeIfPresent(Date.self, forKey: .opened)
        tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? []
    }
}

/// Fuzzes the importer for lists of records. The result must not depend on how the bytes are split into
/// pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (single, whole) = (steps(bytes, piece: 1), steps(bytes, piece: 4096))
    precondition(single == whole, "the pieces make a difference: \(single) \(whole)")
    return 0
}

private func steps(_ bytes: [UInt8], piece size: Int) -> [String] {
    var options = ModelImporter<Spot>.Options()
    options.longestRecord = 200
    let decoding = RecordDecoding<Spot>(options)
    var pieces = stride(from: 0, to: bytes.count, by: size).map {
        decoding.piece(of: Array(bytes[$0..<min($0 + size, bytes.count)]))
    }
    pieces.append(decoding.lastPiece())
    return pieces.flatMap { piece in
        let steps = piece.steps.map { step in
            switch step {
            case .object(let spot, _, let place, let dropped):
                "\(place) \(spot.id) \(spot.name) \(spot.latitude) \(spot.tags) \(dropped.map(\.key))"
            case .skipped(let place, let reason): "\(place) \(reason)"
            }
        }
        let ending = piece.ending.map { "\($0)" }
        return steps + [ending, piece.lineOfNoList.map { "no list, line \($0)" }].compactMap { $0 }
    }
}
