import { administrator, residentBytes } from '@eot/server/test/child-program'
import type { BenchProgram } from './bench-program.ts'
import { round } from './statistics.ts'

const pollMs = 200
const settleMs = 3000

export interface Step {
  seconds: number
  /** Peak growth of the program's resident memory, in MB. */
  growthMb: number
}

/** Uploads a file and runs its steps as the administrator; the database contains only this import. */
export async function openImports({
  program,
  ports,
  pool,
}: Pick<BenchProgram, 'program' | 'ports' | 'pool'>) {
  const url = `http://127.0.0.1:${ports.http}/api`
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email: administrator.email, Password: administrator.password }),
  })
  const { AccessToken } = (await login.json()) as { AccessToken: string }
  const megabytes = () => residentBytes(program.pid) / 2 ** 20
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  return {
    async post(path: string, body: string, type: string) {
      const headers = { authorization: `Bearer ${AccessToken}`, 'content-type': type }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as { Id: string }
    },

    /** Starts a step, and waits until the import is in the state in which it ends. */
    async step(start: () => Promise<unknown>, end: string): Promise<Step> {
      await pause(settleMs)
      const before = megabytes()
      const startedAt = performance.now()
      let most = before
      await start()
      for (;;) {
        most = Math.max(most, megabytes())
        const { rows } = await pool.query<{ state: string; problem: string | null }>(
          'select state, problem from csv_import',
        )
        if (rows[0]?.state === end) break
        if (rows[0]?.problem) throw new Error(rows[0].problem)
        await pause(pollMs)
      }
      return { seconds: round((performance.now() - startedAt) / 1000, 1), growthMb: round(most - before, 1) }
    },
  }
}
