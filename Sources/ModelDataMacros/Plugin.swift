import SwiftCompilerPlugin
import SwiftSyntaxMacros
@main struct ModelDataMacrosPlugin: CompilerPlugin { let providingMacros: [any Macro.Type] = [] }
