import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { subscriptions } from '@eot/contract/subscriptions'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { type ChildProgram, launchProgram, type ProgramPorts } from '@eot/server/test/child-program'
import { emptyDatabase } from '@eot/server/test/empty-database'
import { startMailSink } from '@eot/server/test/mail-sink'
import { createDevices, createSite, type PortalClient } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { siteZone } from './src/crash/kill-loop.ts'
import { readStored } from './src/crash/stored.ts'
import { findFreePort } from './src/free-port.ts'
import { loadProgram, patience, untilAcknowledged } from './src/laden-program.ts'
import { findEarlierRelease, unpackRelease } from './src/upgrade/earlier-release.ts'
import { keepSession } from './src/upgrade/kept-session.ts'
import { witnessAlert } from './src/upgrade/witness.ts'

const earlier = findEarlierRelease()
const title = `an upgrade from ${earlier ?? 'the release before'} while it runs loses and doubles nothing, and nobody notices`
const mostWitnesses = 10

interface Process {
  program: ChildProgram
  ports: ProgramPorts
}

/** Starts processes of either version on one database, and collects what they log as errors. */
async function openPlace(environment: NodeJS.ProcessEnv) {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const started: ChildProgram[] = []
  const start = async (ROLES: string, script?: string, given?: ProgramPorts): Promise<Process> => {
    const ports = given ?? { http: await findFreePort(), mqtt: await findFreePort() }
    const program = launchProgram({
      dataDir: join(directory, `${started.length}`),
      ports,
      environment: { ...environment, LOG_LEVEL: 'error', ROLES },
      ...(script && { script }),
    })
    started.push(program)
    onTestFinished(async () => void (program.hasEnded || (await program.kill())))
    await program.ready
    return { program, ports }
  }
  const errors = () => started.flatMap(({ said }) => said.filter((line) => line.startsWith('{')))
  return { start, errors }
}

/**
 * Creates a site whose devices each have someone who is told of their alerts by email: a person gets at most three emails in
 * ten minutes.
 */
async function watchSite(portal: PortalClient, pool: pg.Pool) {
  const { id: siteId } = await createSite(portal, { Name: 'Watched', TimeZone: siteZone })
  const devices = await createDevices(portal, siteId, { count: mostWitnesses, firstMac: 1000 })
  const { rows } = await pool.query<{ id: string }>(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
     select gen_random_uuid(), $1, (select id from role where name = 'Site Staff'),
       'person' || n || '@host.example', 'Person ' || n, now()
     from generate_series(1, $2) n returning id`,
    [siteId, mostWitnesses],
  )
  const everyDay = { Sunday: true, Saturday: true, StartTime: 0, EndTime: 24 }
  for (const [n, { id, mac }] of devices.entries()) {
    const who = { Name: `Alerts of ${mac}`, Site: siteId, Users: [rows[n]?.id ?? ''] }
    await portal.call(subscriptions.create, {
      body: { ...who, Devices: [id], Events: ['AlertStarted'], ...everyDay },
    })
  }
  return { siteId, devices }
}

async function countNotices(pool: pg.Pool): Promise<{ device: string; alerts: number; told: number }[]> {
  const { rows } = await pool.query(
    `select d.name as device, count(distinct a.id)::int as alerts, count(n.*)::int as told
     from alert a join device d on d.no = a.device_no
     join site s on s.id = d.site_id and s.name = 'Watched'
     left join notification n on n.alert_id = a.id and n.kind = 'AlertStarted' and n.status = 'told'
     group by 1 order by 1`,
  )
  return rows
}

test.skipIf(!earlier)(
  earlier
    ? title
    : `${title} (the commit of the last release is not in this clone, and UPGRADE_FROM is not set)`,
  async () => {
    const folder = await unpackRelease(earlier ?? '')
    onTestFinished(() => rm(folder, { recursive: true }))
    const old = join(folder, 'server/src/main.ts')
    const sink = await startMailSink()
    onTestFinished(sink.stop)
    const DATABASE_URL = await emptyDatabase()
    const place = await openPlace({ DATABASE_URL, SECRET_KEY: '07'.repeat(32), SMTP_URL: sink.url })
    const pool = createPool(DATABASE_URL, { max: 2, log: createLog('silent'), statementTimeoutMs: 120_000 })
    onTestFinished(() => pool.end())

    const [first, second] = [await place.start('api', old), await place.start('api', old)]
    const [ingest, worker] = [await place.start('ingest', old), await place.start('worker', old)]
    const ready = Promise.resolve({ http: second.ports.http, mqtt: ingest.ports.mqtt })
    const { traffic, portal } = await loadProgram({ ready })
    const { siteId, devices } = await watchSite(portal, pool)
    const apiPorts = new Set([first.ports.http, second.ports.http])
    const session = await keepSession(apiPorts)

    let witnessed = 0
    const check = async (state: string) => {
      const device = devices[witnessed++]
      if (!device) throw new Error('there are too few devices')
      await witnessAlert({ siteId, device, mqttPort: ingest.ports.mqtt, apiPorts: [...apiPorts] })
      await expect.poll(() => sink.received.length, patience).toBeGreaterThanOrEqual(witnessed)
      const acknowledgedAfterMs = await untilAcknowledged(traffic)
      tell(`${state}: acknowledged after ${acknowledgedAfterMs} ms, ${session.count()}`)
    }
    const replace = async (process: Process, role: string) => {
      apiPorts.delete(process.ports.http)
      expect(await process.program.stop()).toBe(0)
      const { program } = await place.start(role, undefined, process.ports)
      process.program = program
      if (role === 'api') apiPorts.add(process.ports.http)
    }

    await check('before')
    // It migrates the database while all processes of the earlier release run.
    const added = await place.start('api')
    apiPorts.add(added.ports.http)
    await check('the schema is new, all other processes are old')
    await replace(first, 'api')
    await check('the first api is new')
    await replace(second, 'api')
    await check('all apis are new')
    await replace(ingest, 'ingest')
    await check('only the worker is old')
    const next = await place.start('worker')
    await check('an old and a new worker')
    expect(await worker.program.stop()).toBe(0)
    await check('all are new')

    expect(place.errors()).toEqual([])
    expect(await session.finish()).toEqual([])
    await traffic.finish()
    await traffic.close()
    await expect
      .poll(() => countNotices(pool), patience)
      .toEqual(
        devices.slice(0, witnessed).map(({ mac }) => ({ device: `Device ${mac}`, alerts: 1, told: 1 })),
      )
    expect(sink.received).toHaveLength(witnessed)
    for (const { program } of [first, second, ingest, added, next]) expect(await program.stop()).toBe(0)
    expect(place.errors()).toEqual([])
    expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
  },
)
