import { join } from 'node:path'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { basicAuthorization } from '@eot/fleet/identity'
import { findRunningPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import { launchProgram } from '@eot/server/test/child-program'
import { createDevices, type PortalDevice } from '@eot/server/test/portal-client'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { readStored } from './src/crash/stored.ts'
import { loadProgram, patience, pause, untilAcknowledged } from './src/laden-program.ts'
import { mayMount, mountSmallDisk } from './src/small-disk.ts'

const diskMegabytes = 700
const fullMs = Number(process.env.FULL_SECONDS ?? 60) * 1000
const canRun = mayMount()
const title =
  'with a full disk readings are refused and pages are served, and with room again everything is stored once, without a restart'

test.skipIf(!canRun)(canRun ? title : `${title} (only root can mount the disk)`, async () => {
  const disk = await mountSmallDisk(diskMegabytes)
  const dataDir = join(disk.path, 'data')
  const program = launchProgram({ dataDir })
  onTestFinished(async () => void (await program.stop()))
  const { portal, siteId, traffic } = await loadProgram(program)
  const [asking] = await createDevices(portal, siteId, { count: 1, firstMac: 1000 })
  if (!asking) throw new Error('no device was created')
  const health = async (kind: 'live' | 'ready') => (await fetch(`${portal.url}/health/${kind}`)).status

  await disk.fill()
  await expect.poll(async () => (await report(portal.url, asking)).status, patience).toBe(503)
  const before = traffic.acknowledged()
  const asked = { 202: 0, 503: 0 }
  for (const endsAt = Date.now() + fullMs; Date.now() < endsAt; await pause(500)) {
    // A page with room may take one more reading, which is then stored and may be acknowledged.
    const { status, retryAfter } = await report(portal.url, asking)
    expect([202, 503]).toContain(status)
    if (status === 503) expect(retryAfter).toMatch(/^\d+$/)
    asked[status as 202 | 503] += 1
    await portal.call(devices.list, { query: {} })
    await portal.call(alerts.list, { query: {} })
    await disk.fill()
  }
  tell(
    `full for ${fullMs} ms: ${asked[503]} of ${asked[202] + asked[503]} requests refused, ${traffic.acknowledged() - before} acknowledged over MQTT and HTTP`,
  )
  expect(asked[503]).toBeGreaterThan(asked[202])
  expect(await health('live')).toBe(200)
  // It is ready for the moment between a refusal and the next attempt.
  await expect.poll(() => health('ready'), patience).toBe(503)

  await disk.free()
  tell(`acknowledged again ${await untilAcknowledged(traffic)} ms after there was room`)
  await expect.poll(() => health('ready'), patience).toBe(200)
  await traffic.finish()
  expect(program.hasEnded).toBe(false)
  const pool = createTestPool((await findRunningPostgres(dataDir)) ?? '', {
    max: 1,
    log: createLog('silent'),
  })
  onTestFinished(() => pool.end())
  expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
})

async function report(url: string, device: PortalDevice) {
  const response = await fetch(`${url}/api/ingest/readings`, {
    method: 'POST',
    headers: { authorization: basicAuthorization(device), 'content-type': 'application/json' },
    body: JSON.stringify({ readings: { noise: 40 } }),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}
