import Foundation
import TestSupport
import Testing

/// Simulates power failures after a program's disk changes.
struct PowerCut {
    private let person: Person
    private let sample: Int

    /// - Parameters:
    ///   - person: The user. The files in the user's home are on the disk when the program starts.
    ///   - sample: The number of tested points, unless all are requested.
    init(of person: Person, sample: Int) {
        self.person = person
        self.sample = sample
    }

    /// Runs the program once, and simulates a power failure at each tested point.
    ///
    /// - Parameters:
    ///   - run: Runs the program.
    ///   - check: Receives a user whose home contains the data left on the disk, the program's output until
    ///     then, and a description of the point.
    func run(
        _ run: (Person, Fault) throws -> Void, check: (Person, [UInt8], String) throws -> Void
    ) throws {
        let path = person.home.file("journal")
        var disk = try CachedDisk(person.home.file("home"))
        try run(person, Fault(effect: .kill, at: 0, calls: [], journal: path))
        let entries = try DiskJournal(contentsOf: path).entries
        #expect(!entries.isEmpty)
        var generator = Extent.generator("\(person.programName), power cuts")
        var points = Set(Extent.points(entries.count, sample: sample))
        // Also test points directly after output, when no acknowledged change may be lost.
        let answers = entries.indices.filter { if case .answer = entries[$0] { true } else { false } }
        points.formUnion(answers.shuffled(using: &generator).prefix(sample).map { $0 + 1 })
        var output: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            disk.apply(entry)
            if case .answer(let bytes) = entry { output += bytes }
            guard points.contains(index + 1) else { continue }
            for chance in [nil, generator] {
                var chance = chance
                let left = try Person(person.programName)
                try disk.writeRemains(to: left.home.file("home"), &chance)
                let how = chance == nil ? "with nothing of the cache" : "with a part of the cache"
                if let chance { generator = chance }
                try check(left, output, "power cut after change \(index + 1) of \(entries.count), \(how)")
            }
        }
    }
}
