import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { launchProgram } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const samples = 400
const pauseMs = 50
const atOnce = 50
const poison = { version: '\u0000' }

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

async function acknowledgments(sensor: SensorClient): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < samples; n++) {
    const startedAt = performance.now()
    await sensor.publish({ readings: { temperature: 20 + (n % 10) / 10 } })
    times.push(performance.now() - startedAt)
    await delay(pauseMs)
  }
  return times
}

test('five devices that send text that cannot be stored do not slow down the acknowledgments of another', async () => {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const program = launchProgram({
    dataDir,
    environment: { LOG_LEVEL: 'silent' },
  })
  onTestFinished(async () => void (await program.stop()))
  const { http, mqtt } = await program.ready
  const portal = await signInAsAdministrator(http)
  const site = await createSite(portal, { Name: 'Poison', TimeZone: 'Europe/Berlin' })
  const [healthy, ...poisoners] = await createDevices(portal, site.id, { count: 6, firstMac: 0 })
  if (!healthy) throw new Error('no device was created')
  const url = `mqtt://127.0.0.1:${mqtt}`
  const sensor = await connectSensor(url, healthy)
  await acknowledgments(sensor) // warm-up
  const undisturbed = p99(await acknowledgments(sensor))

  let isOver = false
  let sent = 0
  const attacks = poisoners.map(async (device) => {
    while (!isOver) {
      const client = await connectSensor(url, device)
      await Promise.all(Array.from({ length: atOnce }, () => client.publishStatus(poison)))
      sent += atOnce
      await client.close()
    }
  })
  const disturbed = p99(await acknowledgments(sensor))
  isOver = true
  await Promise.all(attacks)
  await sensor.close()
  tell(
    `p99 of ${samples} acknowledgments: ${undisturbed.toFixed(1)} ms undisturbed, ${disturbed.toFixed(1)} ms during ${sent} poisonous messages`,
  )
  expect(disturbed).toBeLessThanOrEqual(2 * undisturbed)
})
