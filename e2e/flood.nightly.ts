import { rm } from 'node:fs/promises'
import type { IngestAnswer } from '@eot/contract/ingest'
import { quarantine } from '@eot/contract/quarantine'
import { topicOf } from '@eot/fleet/identity'
import { type MqttLink, openMqttLink } from '@eot/fleet/mqtt-link'
import { postIngest } from '@eot/fleet/post-ingest'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { launchProgram } from '@eot/server/test/child-program'
import {
  createDevices,
  createSite,
  type PortalDevice,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { afterAll, expect, test } from 'vitest'

const database = await createTestDatabase()
const dataDir = await makeTemporaryDirectory()
const program = launchProgram({ dataDir, environment: { DATABASE_URL: database.url } })
const pool = createPool(database.url, { max: 1, log: createLog('silent'), statementTimeoutMs: 60_000 })
const ports = await program.ready
const portal = await signInAsAdministrator(ports.http)
const site = await createSite(portal, { Name: 'Flooded', TimeZone: 'Europe/Berlin' })

afterAll(async () => {
  expect(await program.stop()).toBe(0)
  await pool.end()
  await rm(dataDir, { recursive: true })
  await database.drop()
})

async function linkOf(identity: PortalDevice): Promise<MqttLink> {
  return new Promise((resolve) => {
    const link = openMqttLink({
      identity,
      url: `mqtt://127.0.0.1:${ports.mqtt}`,
      onUp: () => resolve(link),
      onCommand: () => undefined,
    })
  })
}

/** Reports samples until stopped, each after the previous one is acknowledged. */
function keepReporting(link: MqttLink, device: PortalDevice) {
  let isEnding = false
  let reported = 0
  const reporting = (async () => {
    while (!isEnding) {
      const at = Date.now() - 60_000_000 + reported * 1000
      await link.publish(topicOf(device, 'readings'), JSON.stringify({ at, readings: { noise: 40 } }))
      reported += 1
    }
  })()
  return {
    reported: () => reported,
    async end() {
      isEnding = true
      await reporting
      await link.close()
    },
  }
}

async function countReadings(devices: readonly PortalDevice[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from every_reading r join device d on d.no = r.device_no where d.mac = any($1)',
    [devices.map(({ mac }) => mac)],
  )
  return rows[0]?.count ?? 0
}

const parts = 50

test('a flood of readings sent at once by a gateway is stored without loss, while a device keeps reporting', async () => {
  const instants = 2000
  const devices = await createDevices(portal, site.id, { count: 10, firstMac: 100 })
  const [neighbor] = await createDevices(portal, site.id, { count: 1, firstMac: 200 })
  if (!neighbor) throw new Error('no device was made')
  const startAt = Date.now() - 2 * 86_400_000
  const bodyOf = (part: number) => {
    let body = ''
    for (let index = 0; index < instants; index += 1) {
      const at = startAt + (part * instants + index) * 1000
      for (const { mac } of devices) body += `{"mac":"${mac}","at":${at},"readings":{"noise":41}}\n`
    }
    // One invalid line per request does not affect the others.
    return `${body}{"mac":"02:00:00:00:00:01","readings":{"noise":1}}\n`
  }
  const reporting = keepReporting(await linkOf(neighbor), neighbor)
  const counts = { accepted: 0, duplicates: 0, rejected: 0 }
  const take = ({
    Accepted,
    Duplicates,
    Rejected,
  }: Pick<IngestAnswer, 'Accepted' | 'Duplicates'> & { Rejected: readonly unknown[] }) => {
    counts.accepted += Accepted
    counts.duplicates += Duplicates
    counts.rejected += Rejected.length
  }
  const reportedDuring: number[] = []
  let next = 0
  const send = async () => {
    for (let part = next++; part < parts; part = next++) {
      const body = bodyOf(part)
      const before = reporting.reported()
      take(
        await postIngest({
          url: `${portal.url}/api/ingest/bulk`,
          authorization: `Bearer ${site.gatewayToken}`,
          contentType: 'application/x-ndjson',
          makeBody: () => body,
        }),
      )
      reportedDuring.push(reporting.reported() - before)
    }
  }
  await Promise.all(Array.from({ length: 5 }, send))
  await reporting.end()

  expect(counts.accepted + counts.duplicates).toBe(parts * instants * devices.length)
  expect(counts.rejected).toBe(parts)
  expect(await countReadings(devices)).toBe(parts * instants * devices.length)
  expect(Math.min(...reportedDuring)).toBeGreaterThan(0)
  expect(await countReadings([neighbor])).toBe(reporting.reported())
  const { Items } = await portal.call(quarantine.list, { query: {} })
  const unknown = (Items ?? []).filter(({ Mac }) => Mac === '02:00:00:00:00:01')
  expect(unknown.map(({ Reason }) => Reason)).toContain('unknown device')
  expect(unknown.reduce((sum, { Count }) => sum + Count, 0)).toBe(parts)
})

test('a flooding device is slowed down, and another device is not affected', async () => {
  const [flooder, neighbor] = await createDevices(portal, site.id, { count: 2, firstMac: 300 })
  if (!flooder || !neighbor) throw new Error('no devices were made')
  const flood = await linkOf(flooder)
  const messages = 20_000
  let acknowledged = 0
  const flooding = Promise.allSettled(
    Array.from({ length: messages }, async (_, n) => {
      await flood.publish(
        topicOf(flooder, 'readings'),
        JSON.stringify({ at: Date.now() - n * 1000, readings: { noise: 40 } }),
      )
      acknowledged += 1
    }),
  )
  const reporting = keepReporting(await linkOf(neighbor), neighbor)
  await expect.poll(() => reporting.reported(), { timeout: 60_000 }).toBeGreaterThan(200)
  // Back pressure: the messages wait on the device's side.
  expect(acknowledged).toBeLessThan(messages / 2)
  await reporting.end()
  await flood.close()
  await flooding
  expect(await countReadings([neighbor])).toBe(reporting.reported())
  expect(await countReadings([flooder])).toBeGreaterThanOrEqual(acknowledged)
})
