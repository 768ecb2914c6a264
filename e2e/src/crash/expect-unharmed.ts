import { expect } from 'vitest'
import type { Ledger } from './ledger.ts'
import type { Stored } from './stored.ts'

/** Nothing acknowledged is lost, nothing counted twice, and the alerts are those of the rule. */
export function expectUnharmed(
  ledgers: readonly Ledger[],
  { readings, wrongBuckets, alerts, wrongEvents }: Stored,
): void {
  const made = ledgers.reduce((sum, ledger) => sum + ledger.made, 0)
  expect(ledgers.every((ledger) => ledger.acknowledgedCount === ledger.made)).toBe(true)
  expect(readings).toEqual({ lost: [], wrong: [], stored: made })
  expect(wrongBuckets).toEqual([])
  expect(alerts.stored).toEqual(alerts.expected)
  expect(wrongEvents).toEqual([])
  // The oracle has had something to say.
  expect(alerts.expected.length).toBeGreaterThan(0)
}

/** For whoever reads the log of a run; what failed is told by the test itself. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
