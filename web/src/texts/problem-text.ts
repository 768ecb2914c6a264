import type { Language } from '@eot/contract/languages'
import { shownLanguage } from './language.ts'
import type { ProblemTexts } from './problem-texts.ts'

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
  if (!pattern) return english
  const [expected, shown] = pattern
  const parts = expected.exec(english) ?? []
  return shown.replaceAll(/\{\$(\d)\}|\$(\d)/g, (_, message, plain) =>
    message ? messageText(parts[message] ?? '') : (parts[plain] ?? ''),
  )
}
