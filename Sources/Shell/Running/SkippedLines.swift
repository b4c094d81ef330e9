import Localization

/// The error if the reader of a script's output closes the pipe before all lines have run.
struct SkippedLines: PresentableError {
    var problem: LocalizedText {
        text("The reader of the output closed the pipe, so the lines after this one were not run.")
    }
    var remedy: LocalizedText? {
        text("To run all lines, redirect the output to a file or to /dev/null.")
    }
    var failure: FailureKind { .brokenPipe }
}
