import type { ErrorCode } from '@eot/contract/errors'
import type { Language } from '@eot/contract/languages'
import { shownLanguage } from './language.ts'

/** The texts of errors in a language. The API answers in English, since its errors are also for programs. */
export interface ProblemTexts {
  /** `ErrorDetail` by error code. */
  codes: Readonly<Record<ErrorCode, string>>
  /** Messages of fields by their English text. */
  messages: Readonly<Record<string, string>>
  /** The same for texts with a number or name in them, which `$1` stands for. */
  patterns: readonly (readonly [english: RegExp, text: string])[]
}

const texts: Partial<Record<Language, ProblemTexts>> = {}

export function setProblemTexts(language: Language, problems: ProblemTexts): void {
  texts[language] = problems
}

/** Returns the text of an error in the language shown; in English, as the server wrote it. */
export function problemText(code: string | number, english: string): string {
  const codes: Readonly<Record<string, string>> = texts[shownLanguage()]?.codes ?? {}
  return codes[code] ?? english
}

/** Returns the message of a field in the language shown. An unknown message stays as the server wrote it. */
export function messageText(english: string): string {
  const known = texts[shownLanguage()]
  const text = known?.messages[english]
  if (!known || text !== undefined) return text ?? english
  const pattern = known.patterns.find(([expected]) => expected.test(english))
  return pattern ? english.replace(...pattern) : english
}
