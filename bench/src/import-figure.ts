import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { openImports } from './import-steps.ts'
import { round } from './statistics.ts'

/** Measures the time from the upload of a file of devices until they are created, and the memory that the steps take. */
export async function measureImport(isQuick: boolean): Promise<Figure> {
  const lines = isQuick ? 10_000 : 100_000
  return withProgram(0, async ({ program, ports, siteId, pool }) => {
    const { post, step } = await openImports({ program, ports, pool })

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
