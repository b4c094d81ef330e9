import Localization

/// The reader of a script's output closed the pipe, and the remaining lines weren't run.
struct SkippedLines: PresentableError {
    var problem: LocalizedText {
        text("The reader of the output closed the pipe, so the lines after this one were not run.")
    }
    var remedy: LocalizedText? {
        text("To run all lines, redirect the output to a file or to /dev/null.")
    }
    var failure: FailureKind { .brokenPipe }
}
