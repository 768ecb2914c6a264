import type { FailureKind } from '../blacklist/index.ts'

/** Codes of numbers that do not exist or cannot get text messages. Source: Twilio, Error and warning dictionary. */
const invalidNumbers = new Set([21211, 21214, 21217, 21265, 21612, 21614, 30005, 30006])
const stopped = 21610

/** Returns what an error code means for a number. undefined: nothing, or a temporary failure. */
export function failureOfTwilioCode(code: number | undefined): FailureKind | undefined {
  if (code === stopped) return 'Stop'
  return code !== undefined && invalidNumbers.has(code) ? 'InvalidNumber' : undefined
}
