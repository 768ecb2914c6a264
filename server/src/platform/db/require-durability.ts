import { createLog } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import { createPool } from './pool.ts'

export type DurabilitySettings = Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>

/** Finds the first setting with which PostgreSQL can lose committed data in a power failure. */
export function findLossySetting(settings: DurabilitySettings): keyof DurabilitySettings | undefined {
  return (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find(
    (name) => settings[name] === 'off',
  )
}

/** Throws StartRefused for a database that can lose committed data. */
export async function requireDurability(url: string): Promise<void> {
  const pool = createPool(url, { max: 1, log: createLog('silent') })
  try {
    const { rows } = await pool.query<DurabilitySettings>(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit`,
    )
    const lossy = rows[0] && findLossySetting(rows[0])
    if (lossy)
      throw new StartRefused(
        `the database can lose what it has confirmed when the power fails, since its setting ${lossy} is off; turn it on`,
      )
  } finally {
    await pool.end()
  }
}
