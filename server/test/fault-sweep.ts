import { expect } from 'vitest'
import type { administrationChanges } from './audited-changes/administration-changes.ts'
import { losingConnectionAt } from './lose-connection.ts'
import { tableContents } from './table-contents.ts'
import type { TestApp } from './test-app.ts'

type Change = (typeof administrationChanges)[number]

/**
 * Makes a change once without faults, and then once for each of the chosen statements with the connection lost right before it.
 * Expects that the change is atomic, that no connection leaks, and that it can be repeated.
 */
export async function sweepFaults(
  app: TestApp,
  arrange: Change['arrange'],
  choose: (statements: number) => readonly number[],
): Promise<void> {
  const { statements } = await losingConnectionAt(Number.POSITIVE_INFINITY, await arrange(app))
  expect(statements).toBeGreaterThan(0)
  for (const n of choose(statements)) {
    const act = await arrange(app)
    const before = await tableContents(app.pool)
    const { result, isLost } = await losingConnectionAt(n, act)
    const shown = `statement ${n} of ${statements}`
    // The second of two equal changes may have less to do; statements after a commit may not affect the response.
    if (!isLost || result.status < 300) continue
    expect(result.status, shown).toBe(503)
    expect(await tableContents(app.pool), shown).toEqual(before)
    expect((await act()).status, shown).toBeLessThan(300)
  }
  await expect.poll(() => app.pool.totalCount - app.pool.idleCount).toBe(0)
  const { rows } = await app.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
}
