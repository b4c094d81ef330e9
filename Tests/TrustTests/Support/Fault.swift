import Foundation
import TestSupport

/// What happens to a program at one of its system calls on files of its home.
struct Fault {
    /// What happens.
    enum Effect {
        /// The program is killed before the call.
        case kill
        /// The program is killed when half of what it writes is written.
        case tear
        /// The call fails with this error number.
        case error(Int32)
    }

    var effect: Effect
    /// Which of the calls it is, from 1; 0 is none.
    var at: Int
    var calls = SystemCall.changes
    /// The folder of the home whose files count; all of the home where it isn't given.
    var folder = ""
    /// Whether all calls from that one on fail.
    var lasts = false
    /// A file; nothing counts or fails while it isn't there.
    var armed: String?
    /// A file, and the place in it of 4,096 bytes that can't be read.
    var unreadable: (file: String, place: Int)?
    /// A file that gets the number of calls.
    var countFile: String?
    /// A file that gets every change of the home's files, and every answer.
    var journal: String?

    /// The environment by which a program in a home gets the fault.
    func environment(inHome home: String) throws -> [String: String] {
        var environment = [
            "LD_PRELOAD": try ProgramUnderTest.path("libFaultInjector.so"),
            "FAULT_UNDER": folder.isEmpty ? home : "\(home)/\(folder)",
            "FAULT_CALLS": calls.map(\.rawValue).joined(separator: ","),
            "FAULT_AT": "\(at)",
        ]
        environment["FAULT_EFFECT"] =
            switch effect {
            case .kill: "kill"
            case .tear: "tear"
            case .error(let number): "\(number)"
            }
        // Output that fails is no matter of the store, but a program may be killed while it answers.
        if case .error = effect {} else { environment["FAULT_ANSWERS"] = folder.isEmpty ? "1" : nil }
        environment["FAULT_LASTS"] = lasts ? "1" : nil
        environment["FAULT_SWITCH"] = armed
        environment["FAULT_BAD_FILE"] = unreadable?.file
        environment["FAULT_BAD_AT"] = unreadable.map { "\($0.place)" }
        environment["FAULT_COUNT"] = countFile
        environment["FAULT_JOURNAL"] = journal
        return environment
    }
}
