import type { PortalDevice } from '@eot/server/test/portal-client'
import type pg from 'pg'
import type { Ledger } from '../crash/ledger.ts'

const settledAfterMs = 15_000
const pollMs = 500

/** Inspects the stored data while processes of the program and of the database are killed. */
export function findStored(pool: pg.Pool) {
  const numbers = new Map<string, number>()

  async function numberOf(mac: string): Promise<number> {
    const known = numbers.get(mac)
    if (known !== undefined) return known
    const { rows } = await pool.query<{ no: number }>('select no from device where mac = $1', [mac])
    const no = rows[0]?.no
    if (no === undefined) throw new Error(`no device ${mac}`)
    numbers.set(mac, no)
    return no
  }

  const count = async (ledgers: readonly Ledger[]) => {
    const all = await Promise.all(ledgers.map(({ device }) => numberOf(device.mac)))
    const { rows } = await pool.query<{ count: string }>(
      'select count(*) from every_reading where device_no = any($1)',
      [all],
    )
    return Number(rows[0]?.count)
  }

  return {
    /** Also false while the database does not answer. */
    async has({ mac }: PortalDevice, at: number): Promise<boolean> {
      try {
        const { rowCount } = await pool.query(
          'select at from reading where device_no = $1 and at = to_timestamp($2::float8 / 1000)',
          [await numberOf(mac), at],
        )
        return rowCount === 1
      } catch {
        return false
      }
    },
    /** Waits until all samples are stored, or no more arrive. */
    async settle(ledgers: readonly Ledger[]): Promise<void> {
      const made = ledgers.reduce((sum, ledger) => sum + ledger.made, 0)
      let last = -1
      let changedAt = performance.now()
      while (last < made && performance.now() - changedAt < settledAfterMs) {
        const now = await count(ledgers)
        if (now !== last) changedAt = performance.now()
        last = now
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    },
  }
}
