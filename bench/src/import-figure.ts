import { administrator, residentBytes } from '@eot/server/test/child-program'
import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { round } from './statistics.ts'

const pollMs = 200
const settleMs = 3000

interface Step {
  seconds: number
  /** How much the resident memory of the program grew at most, in MB. */
  growthMb: number
}

/** Time from the upload of a file of devices until they are created, and how much memory the steps take. */
export async function measureImport(isQuick: boolean): Promise<Figure> {
  const lines = isQuick ? 10_000 : 100_000
  return withProgram(0, async ({ program, ports, siteId, pool }) => {
    const url = `http://127.0.0.1:${ports.http}/api`
    const login = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Email: administrator.email, Password: administrator.password }),
    })
    const { AccessToken } = (await login.json()) as { AccessToken: string }
    const post = async (path: string, body: string, type: string) => {
      const headers = { authorization: `Bearer ${AccessToken}`, 'content-type': type }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as { Id: string }
    }
    const megabytes = () => residentBytes(program.pid) / 2 ** 20
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const step = async (start: () => Promise<unknown>, end: string): Promise<Step> => {
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
    }

    const file = `Name,Mac,Model\n${Array.from({ length: lines }, (_, n) => `Room ${n},${addressOf(n)},EoT Air`).join('\n')}\n`
    let id = ''
    const checked = await step(async () => {
      id = (await post(`/imports?Kind=Devices&SiteId=${siteId}`, file, 'text/csv')).Id
    }, 'Checked')
    const applied = await step(() => post(`/imports/${id}/apply`, '{}', 'application/json'), 'Done')
    const { rows } = await pool.query<{ devices: number; entries: number }>(
      `select (select count(*) from device)::int as devices,
         (select count(*) from audit_entry where action = 'device.created')::int as entries`,
    )
    expectCount('devices created', rows[0]?.devices ?? 0, lines)
    expectCount('audit entries', rows[0]?.entries ?? 0, lines)
    const undone = await step(() => post(`/imports/${id}/undo`, '{}', 'application/json'), 'Undone')
    const seconds = round(checked.seconds + applied.seconds, 1)
    return {
      key: 'import',
      title: `import of ${lines.toLocaleString()} devices, check and application`,
      unit: 's',
      value: seconds,
      yardstick: null,
      score: seconds,
      goal: isQuick ? 10 : 60,
      floor: isQuick ? 20 : 120,
      better: 'less',
      details: { checked, applied, undone },
    }
  })
}

const addressOf = (n: number): string =>
  `02:15:00:${[n >> 16, (n >> 8) & 255, n & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`
