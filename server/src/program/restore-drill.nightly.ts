import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { administrator, launchProgram, residentBytes } from '../../test/child-program.ts'
import { contentsByTable, withoutTraces } from '../../test/contents-by-table.ts'
import { ownPostgres } from '../../test/own-postgres.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'

/** Size of the database. For 10 GB, set `TEST_DIR` to a directory on a disk, and allow an hour on two cores. */
const megabytes = Number(process.env.DRILL_MB ?? 300)
/** The most memory that a command may take, whatever the size of the database. */
const mostMegabytes = 500

const own = ownPostgres()
const restoreCommand = fileURLToPath(new URL('./restore.ts', import.meta.url))
const backUp = fileURLToPath(new URL('../../test/back-up-snapshot.ts', import.meta.url))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the server is destroyed
  await client.connect()
  return client
}

/** Fills the database with hours of this year until it is large enough. */
async function fill(client: pg.Client): Promise<void> {
  await client.query('alter table reading_hour disable trigger user')
  for (let block = 0; ; block++) {
    const { rows } = await client.query<{ megabytes: number }>(
      'select (pg_database_size(current_database()) / 1e6)::int as megabytes',
    )
    if ((rows[0]?.megabytes ?? 0) >= megabytes) break
    await client.query(
      `with made as (
         insert into device (id, mac, name, model_id, site_id, key_hash)
         select gen_random_uuid(), 'DRILL ${block}', 'Drill', m.id, s.id, ''
         from (select id from device_model limit 1) m, (select id from site limit 1) s returning no
       )
       insert into reading_hour (bucket, device_no, temperature_n, temperature_min, temperature_max, temperature_sum, co_n, co_sum)
       select date_trunc('year', now(), 'UTC') + n * interval '1 second', no, 12, random() * 30, random() * 30,
         random() * 360, 12, random()
       from made, generate_series(1, 100000) n`,
    )
  }
  await client.query('alter table reading_hour enable trigger user')
}

// With 10 GB.
vi.setConfig({ testTimeout: 3 * 3_600_000 })

test('a database that is backed up under load and destroyed is restored to that moment, and works', async () => {
  const { url, stop } = await own.start()
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const environment = { DATABASE_URL: url, SECRET_KEY: '22'.repeat(32), LOG_LEVEL: 'error' }
  const program = launchProgram({ dataDir, environment })
  const { http } = await program.ready
  const client = await connect(url)
  await fill(client)
  const { api, sendReadings } = await device(http)

  // Load, while a consistent moment is held open to compare with.
  let isOver = false
  const load = sendReadings(() => isOver)
  await delay(2000)
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  const takenAt = new Date()
  const file = join(dataDir, 'drill.backup')
  // A process of its own, for its memory.
  const backup = launchProgram({ dataDir, environment, script: backUp, args: [file, rows[0]?.id ?? ''] })
  const backupBytes = await peakOf(backup)
  expect((await backup.ended).code, backup.said.join('\n')).toBe(0)
  const stored = JSON.parse(backup.said.at(-1) ?? '') as { rows: number; bytes: number }
  const expected = await contentsByTable(client)
  await client.query('commit')

  const destroyedAt = Date.now()
  await program.kill()
  isOver = true
  const { acknowledged } = await load
  await client.end().catch(() => undefined)
  own.killPostgres()
  await stop()
  await rm(own.pgDir(), { recursive: true })

  const newDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(newDir, { recursive: true, force: true }))
  const place = { dataDir: newDir, environment: { SECRET_KEY: environment.SECRET_KEY, LOG_LEVEL: 'error' } }
  const restore = launchProgram({ ...place, script: restoreCommand, args: [file] })
  const restoreBytes = await peakOf(restore)
  expect((await restore.ended).code, restore.said.join('\n')).toBe(0)

  const server = await startEmbeddedPostgres({ dataDir: newDir, log: createLog('silent') })
  const copy = await connect(server.url)
  expect(withoutTraces(await contentsByTable(copy))).toEqual(withoutTraces(expected))
  const { rows: kept } = await copy.query<{ at: Date }>(`select at from reading order by at`)
  const times = new Set(kept.map(({ at }) => at.getTime()))
  // Everything acknowledged before the backup began is there.
  const before = acknowledged.filter(({ by }) => by < takenAt.getTime())
  expect(before.length).toBeGreaterThan(0)
  expect(before.filter(({ at }) => !times.has(at))).toEqual([])
  await copy.end()
  await server.stop()

  const startedAt = Date.now()
  const again = launchProgram(place)
  onTestFinished(() => again.kill())
  const portal = await again.ready
  await api(
    '/auth/login',
    { Email: administrator.email, Password: administrator.password },
    undefined,
    portal.http,
  )
  const lost = acknowledged.filter(({ at }) => !times.has(at))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  process.stdout.write(
    `${[
      `restore drill, ${megabytes} MB database, ${stored.rows} rows, ${(stored.bytes / 1e6).toFixed(1)} MB backup:`,
      `backup ${seconds(durationOf(backup))}, RPO ${seconds(destroyedAt - takenAt.getTime())} (${lost.length} readings after the backup),`,
      `RTO ${seconds(durationOf(restore) + Date.now() - startedAt)} (restore ${seconds(durationOf(restore))}, the rest is the start),`,
      `memory of the backup ${(backupBytes / 1e6).toFixed(0)} MB, of the restore ${(restoreBytes / 1e6).toFixed(0)} MB`,
    ].join(' ')}\n`,
  )
  expect(backupBytes / 1e6).toBeLessThan(mostMegabytes)
  expect(restoreBytes / 1e6).toBeLessThan(mostMegabytes)
})

const durations = new WeakMap<object, number>()
const durationOf = (command: object) => durations.get(command) ?? 0

/** Returns the peak memory of a command until it ends. */
async function peakOf(command: ReturnType<typeof launchProgram>): Promise<number> {
  const startedAt = Date.now()
  let peak = 0
  while (!command.hasEnded) {
    try {
      peak = Math.max(peak, residentBytes(command.pid))
    } catch {
      break // it has just ended
    }
    await delay(100)
  }
  await command.ended
  durations.set(command, Date.now() - startedAt)
  return peak
}

/** Registers a device and returns a function that reports as this device. */
async function device(http: number) {
  const api = async (path: string, body: object, token?: string, port = http) => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { AccessToken: string; DeviceKey: string }
  }
  const { AccessToken } = await api('/auth/login', {
    Email: administrator.email,
    Password: administrator.password,
  })
  const Mac = '02:13:00:00:00:01'
  const { DeviceKey } = await api('/devices', { Name: 'Load', Mac, Model: 'EoT Sense 17' }, AccessToken)
  const acknowledged: { at: number; by: number }[] = []
  return {
    api,
    async sendReadings(isOver: () => boolean) {
      for (let n = 0; !isOver(); n++) {
        const at = Date.now()
        const response = await fetch(`http://127.0.0.1:${http}/api/ingest/readings`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${Mac}:${DeviceKey}`).toString('base64')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ at, readings: { CO: n % 40 < 20 ? 500 : 0.4, temperature: 21 } }),
        }).catch(() => undefined)
        if (response?.ok) acknowledged.push({ at, by: Date.now() })
        await delay(20)
      }
      return { acknowledged }
    },
  }
}
