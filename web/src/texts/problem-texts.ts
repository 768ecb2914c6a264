import type { ErrorCode } from '@eot/contract/errors'

/** The texts of errors in a language. The API answers in English, since its errors are also for programs. */
export interface ProblemTexts {
  /** `ErrorDetail` by error code. */
  codes: Readonly<Record<ErrorCode, string>>
  /** Messages of fields by their English text. */
  messages: Readonly<Record<string, string>>
  /**
   * The same for texts with a number or name in them, which `$1` stands for. `{$1}` stands for a part that is itself a message,
   * and is translated.
   */
  patterns: readonly (readonly [english: RegExp, text: string])[]
}
