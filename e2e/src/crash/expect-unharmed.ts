import { expect } from 'vitest'
import type { Ledger } from './ledger.ts'
import type { Stored } from './stored.ts'

/** Expects that no acknowledged sample is lost, nothing is counted twice, and the alerts are those of the rule. */
export function expectUnharmed(
  ledgers: readonly Ledger[],
  { readings, wrongBuckets, alerts, wrongEvents }: Stored,
): void {
  const made = ledgers.reduce((sum, ledger) => sum + ledger.made, 0)
  expect(ledgers.every((ledger) => ledger.acknowledgedCount === ledger.made)).toBe(true)
  expect(readings).toEqual({ ...readings, lost: [], wrong: [], stored: made - readings.excused })
  expect(wrongBuckets).toEqual([])
  expect(alerts.stored).toEqual(alerts.expected)
  expect(wrongEvents).toEqual([])
  // The oracle expects at least some alerts.
  expect(alerts.expected.length).toBeGreaterThan(0)
}

/** Prints a line for the log of a run; failures are reported by the test itself. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
