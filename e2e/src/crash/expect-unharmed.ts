import { expect } from 'vitest'
import type { readAfterKills } from './after-kills.ts'

/** Nothing acknowledged is lost, nothing counted twice, and the alerts are those of the rule. */
export function expectUnharmed(found: Awaited<ReturnType<typeof readAfterKills>>): void {
  const { account, readings, wrongBuckets, alerts, wrongEvents } = found
  const made = account.ledgers.reduce((sum, ledger) => sum + ledger.made, 0)
  expect(account.exitCode).toBe(0)
  expect(account.ledgers.every((ledger) => ledger.acknowledgedCount === ledger.made)).toBe(true)
  expect(readings).toEqual({ lost: [], wrong: [], stored: made })
  expect(wrongBuckets).toEqual([])
  expect(alerts.stored).toEqual(alerts.expected)
  expect(wrongEvents).toEqual([])
  // The oracle has had something to say.
  expect(alerts.expected.length).toBeGreaterThan(0)
}

export function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
