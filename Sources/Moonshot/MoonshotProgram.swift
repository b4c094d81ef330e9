import ProgramKit
import Shell

/// moonshot: the Apollo mission browser.
@main
struct MoonshotProgram {
    static func main() async { await program.main() }

    @MainActor static var program: Program<MoonshotSession> {
        Program(
            name: "moonshot", version: .project,
            summary: text("The Apollo programme: twelve missions, their crews and what they did."),
            commands: [
                MissionsCommand(), MissionCommand(), CrewCommand(), AstronautsCommand(), AstronautCommand(),
                ShowCommand(), StepCommand.next, StepCommand.previous, BackCommand<MoonshotSession>(),
                SearchCommand(), TimelineCommand(), FactsCommand(), CompareCommand(), TodayCommand(),
                NowCommand(), MapCommand(), QuizCommand(), LayoutCommand(), FavouritesCommand(),
                NotesCommand(), FavouriteCommand.favourite, FavouriteCommand.unfavourite, NoteCommand(),
                UndoCommand<MoonshotSession>(), RedoCommand<MoonshotSession>(),
                HistoryCommand<MoonshotSession>(), ExportCommand(), CheckCommand(),
                WhereCommand<MoonshotSession>(), BackupCommand<MoonshotSession>(),
                RestoreCommand<MoonshotSession>(), RepairCommand<MoonshotSession>(),
            ] + OwnDataCommand.commands,
            settings: [
                MissionLayout.setting.declaration, MissionOptions.defaultOrder.declaration,
                ProgrammeSource.setting.declaration,
            ],
            options: [ProgrammeSource.option.declaration],
            describe: { SuiteErrors.describe($0, names) },
            makeSession: {
                try await MoonshotSession(
                    $0, names: names,
                    candidates: [
                        MissionCompletions.conditions: {
                            $0.missionConditions.candidates(for: $1, $0.localizer)
                        },
                        MissionCompletions.astronautConditions: {
                            $0.astronautConditions.candidates(for: $1, $0.localizer)
                        },
                    ])
            })
    }

    /// The names of the stored models and their properties in the user's language.
    static let names = ModelNames(
        ["Favourite": text("Favourite"), "MissionNote": text("Note"), "QuizResult": text("Quiz results")],
        properties: [Favourite.fields.names, MissionNote.fields.names, QuizResult.fields.names]
            .reduce(into: [:]) { names, more in names.merge(more) { first, _ in first } })
}
