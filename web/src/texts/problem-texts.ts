import type { ErrorCode } from '@eot/contract/errors'

/** The texts of errors in a language. The API answers in English, since its errors are also for programs. */
export interface ProblemTexts {
  /** `ErrorDetail` by error code. */
  codes: Readonly<Record<ErrorCode, string>>
  /** Messages, such as those of fields and imports, by their English text. */
  messages: Readonly<Record<string, string>>
  /**
   * The same for texts that contain a number or a name, for which `$1` stands. `{$1}` stands for a part that is a message itself
   * and is translated too.
   */
  patterns: readonly (readonly [english: RegExp, text: string])[]
}
