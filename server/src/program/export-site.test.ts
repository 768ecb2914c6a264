import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { compactAll } from '../../test/compact-all.ts'
import { exportPlace } from '../../test/export-place.ts'
import { sendSamples } from '../../test/send-samples.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { exportSite } from './export-site.command.ts'
import { exportedKinds } from './exported/exported-kinds.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const dayMs = 86_400_000

test('an export has all readings and records of a site and those below, no secrets, and nothing of other sites', async () => {
  const { db, pool, make, ingest, time } = await testIngest(start)
  const { client, directory, textOf } = await exportPlace(pool)
  const site = await make.site({ name: 'School, "north"' })
  const [below, other] = [await make.site({ parent: site }), await make.site()]
  const devices = await Promise.all([site, below, other].map((one) => make.device({ site: one })))
  const [own, lower, foreign] = devices
  const sent: string[] = []
  for (const device of devices)
    for (let n = 0; n < 24; n++) {
      const at = start - 4 * dayMs + n * 4 * 3_600_000
      const readings = { temperature: 20 + n / 10, CO: 0.5 }
      await sendSamples(ingest, device.mac, [{ at, readings }])
      if (device === own) sent.push(`${new Date(at).toISOString()} ${20 + n / 10} 0.5`)
    }
  time.now = start + dayMs
  expect(await compactAll(db, new Date(time.now))).toBeGreaterThan(0)
  // A late reading of a day that is already compact is stored as a row.
  await sendSamples(ingest, own?.mac ?? '', [
    { at: start - 3 * dayMs + 60_000, readings: { temperature: 7 } },
  ])
  sent.push(`${new Date(start - 3 * dayMs + 60_000).toISOString()} 7 `)
  const user = await make.user({ site, full_name: 'Line\nbreak, "quoted"' })
  await make.user({ site: other, full_name: 'Somebody else' })
  for (const device of devices) await make.alert({ device })
  await make.mail({ user })

  const read = async (folder: string, file: string): Promise<Record<string, string>[]> =>
    parse(await textOf(folder, file), { columns: true })
  const run = (folder: string, isWhole: boolean) =>
    exportSite({
      client,
      siteId: site.id,
      directory: join(directory, folder),
      below: isWhole,
      takenAt: new Date(start),
    })
  expect(await run('whole', true)).toEqual({ devices: 2, rows: expect.any(Number) })

  const readings = await read('whole', `readings/${own?.id}.csv.gz`)
  expect(readings.map(({ at, temperature, CO }) => `${at} ${temperature} ${CO}`)).toEqual(sent.sort())
  const minutes = await read('whole', `minutes/${own?.id}.csv.gz`)
  expect(minutes).toContainEqual(
    expect.objectContaining({
      start: '2026-11-17T12:01:00.000Z',
      kind: 'temperature',
      count: '1',
      mean: '7',
    }),
  )
  expect(minutes.filter(({ kind }) => kind === 'CO').length).toBeGreaterThan(20)
  const days = await read('whole', 'days.csv.gz')
  expect(new Set(days.map(({ device_id }) => device_id))).toEqual(new Set([own?.id, lower?.id]))
  expect((await read('whole', 'sites.csv')).map(({ name }) => name)).toEqual([site.name, below.name])
  expect((await read('whole', 'people.csv')).map(({ full_name }) => full_name)).toEqual([
    'Line\nbreak, "quoted"',
  ])
  expect((await read('whole', 'alerts.csv')).map(({ device_id }) => device_id)).toEqual([own?.id, lower?.id])
  expect(await read('whole', 'messages.csv')).toHaveLength(1)

  const files = await readdir(join(directory, 'whole'), { recursive: true })
  expect(files.filter((name) => name.includes(foreign?.id ?? ''))).toEqual([])
  const readme = await textOf('whole', 'README.md')
  for (const { file, columns } of exportedKinds) {
    expect(files).toContain(file)
    const text = await textOf('whole', file)
    expect(text.split('\n')[0]?.trim()).toBe(Object.keys(columns).join(','))
    expect(text).not.toMatch(/hash|sealed|secret|Somebody else/i)
    expect(readme).toContain(`### ${file}`)
  }
  expect(readme).toContain('| `temperature` | Temperature | °C |')

  expect(await run('single', false)).toEqual({ devices: 1, rows: expect.any(Number) })
  expect((await read('single', 'sites.csv')).map(({ name }) => name)).toEqual([site.name])
  expect((await read('single', 'alerts.csv')).map(({ device_id }) => device_id)).toEqual([own?.id])

  const missing = {
    client,
    siteId: 'nothing',
    directory: join(directory, 'none'),
    below: true,
    takenAt: new Date(),
  }
  await expect(exportSite(missing)).rejects.toThrow('there is no site nothing')
})
