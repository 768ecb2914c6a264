import { setTimeout as delay } from 'node:timers/promises'
import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import { query } from '@eot/server/test/own-postgres'
import {
  createDevices,
  createSite,
  type PortalClient,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import { startReceiver } from '@eot/server/test/web-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { killPostgres } from './src/crash/kill-postgres.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { connectSensor } from './src/sensor-client.ts'
import { type Installation, installProgram } from './src/started-program.ts'

/** `SCALE=0.1` makes a tenth of the deliveries and kills. */
const scale = Number(process.env.SCALE ?? 1)
const endpoints = 20
const eventsEach = Math.ceil(50 * scale)
const deliveries = endpoints * eventsEach
const kills = Math.ceil(30 * scale)
/** Deliveries that one process makes at a time (`enqueue-deliveries.command.ts`). */
const inFlight = 64
/** So that kills come while deliveries are under way. */
const answerMs = 100

async function onDatabase(place: Installation, text: string) {
  const database = await startEmbeddedPostgres({ dataDir: place.dataDir, log: createLog('silent') })
  try {
    return await query(database.url, text)
  } finally {
    await database.stop()
  }
}

/** Whether the program has its database again. */
const isReady = ({ ports }: Installation) =>
  fetch(`http://127.0.0.1:${ports.http}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const always = {
  alertTypes: 'All' as const,
  startTime: 0,
  endTime: 24,
  saturday: true,
  sunday: true,
}

/** Webhook requests that tell which webhook event they are sent for. */
async function addEndpoints(portal: PortalClient, siteId: string, origin: string): Promise<void> {
  for (let n = 0; n < endpoints; n++) {
    const Body = [
      { key: 'rule', paramType: 'specified' as const, type: 'string' as const, value: '{{event.rule}}' },
    ]
    const request = { Name: `Desk ${n}`, Site: siteId, Url: `${origin}/${n}`, Body }
    const { Id } = await portal.call(webhookRequests.create, { body: request })
    const rule = { name: `Rule ${n}`, siteId, webhookConfigId: Id, devices: 'All' as const, ...always }
    await portal.call(webhookEvents.create, { body: rule })
  }
}

test(`of ${deliveries} webhook deliveries under way during ${kills} kills of the program and of PostgreSQL none is lost, and repeats have the same id`, async () => {
  const seed = chooseSeed()
  tell(`webhook kills, SEED=${seed}`)
  const random = seededRandom(seed)
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  receiver.answer = (response) => void setTimeout(() => response.end('fine'), answerMs)
  const place = await installProgram()
  const launch = () => place.start({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent' })

  let program = launch()
  const portal = await signInAsAdministrator((await program.ready).http)
  const site = await createSite(portal, { Name: 'Stormy', TimeZone: 'UTC' })
  const [device] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
  if (!device) throw new Error('no device was created')
  await addEndpoints(portal, site.id, receiver.origin)
  await program.stop()
  await onDatabase(
    place,
    `insert into webhook_event
     select (jsonb_populate_record(webhook_event, jsonb_build_object(
       'id', gen_random_uuid(), 'name', name || ' copy ' || n))).*
     from webhook_event, generate_series(2, ${eventsEach}) n`,
  )

  program = launch()
  await program.ready
  const sensor = await connectSensor(`mqtt://127.0.0.1:${place.ports.mqtt}`, device)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()

  const killed = { program: 0, postgres: 0 }
  for (let kill = 0; kill < kills; kill++) {
    // Spread over all deliveries, at random points.
    const wanted = Math.floor(((kill + random()) / kills) * deliveries * 0.9)
    while (receiver.received.length < wanted) await delay(5)
    await delay(random() * answerMs)
    if (random() < 0.5) {
      killed.program++
      await program.kill()
      program = launch()
    } else {
      killed.postgres++
      await killPostgres(place)
    }
    await program.ready
    await expect.poll(() => isReady(place), { timeout: 120_000 }).toBe(true)
  }
  tell(`killed: ${JSON.stringify(killed)}`)
  const idOf = ({ headers }: (typeof receiver.received)[0]) => String(headers['webhook-id'])
  // Deliveries of a killed process are taken over once its heartbeats are late.
  await expect.poll(() => new Set(receiver.received.map(idOf)).size, { timeout: 600_000 }).toBe(deliveries)
  expect(await program.stop()).toBe(0)

  const byRule = Map.groupBy(receiver.received, ({ body }) => String(JSON.parse(String(body)).rule))
  expect(byRule.size).toBe(deliveries)
  for (const [rule, requests] of byRule) expect(new Set(requests.map(idOf)).size, rule).toBe(1)
  const repeats = receiver.received.length - deliveries
  tell(`${receiver.received.length} requests, ${repeats} of them repeats`)
  expect(repeats).toBeLessThanOrEqual(kills * inFlight)
  const lost = await onDatabase(
    place,
    `select status, count(*)::int as count from webhook_delivery where kind = 'AlertStarted' group by 1`,
  )
  expect(lost).toEqual([{ status: 'sent', count: deliveries }])
})
