import { rm } from 'node:fs/promises'
import { alerts } from '@eot/contract/alerts'
import { type EffectiveRule, rules as ruleCalls } from '@eot/contract/rules'
import { sensorKinds } from '@eot/contract/vocabulary'
import { topicOf } from '@eot/fleet/identity'
import { type MqttLink, openMqttLink } from '@eot/fleet/mqtt-link'
import { unit } from '@eot/fleet/seeded-noise'
import { launchProgram } from '@eot/server/test/child-program'
import {
  createDevices,
  createSite,
  type PortalClient,
  type PortalDevice,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'

const seed = chooseSeed()
const stepMs = 5_000
const samples = 720
const swing = 0.02

/** Signals within -1 to 1, by sample number. Slow ones stay beyond the level for longer than any hold. */
const shapes = {
  noise: (n: number) => unit(seed, 1, n) * 2 - 1,
  'a fast wave': (n: number) => Math.sin(n),
  'a slow wave': (n: number) => Math.sin((2 * Math.PI * n * stepMs) / 1_800_000),
  'a slow wave with noise': (n: number) =>
    0.6 * Math.sin((2 * Math.PI * n * stepMs) / 1_800_000) + 0.4 * (unit(seed, 2, n) * 2 - 1),
}
type Shape = keyof typeof shapes

/** A rule with a hold needs a value that stays beyond the level, so a fast signal raises no alert. */
const expectedAlerts = (shape: Shape, { RaiseHold }: EffectiveRule) =>
  RaiseHold > 0 && !shape.startsWith('a slow') ? 0 : 1

let portal: PortalClient
let mqttPort = 0
let rules: EffectiveRule[] = []
let firstMac = 1
let siteId = ''
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  tell(`sway, SEED=${seed}`)
  const dataDir = await makeTemporaryDirectory()
  cleanups.push(() => rm(dataDir, { recursive: true }))
  const program = launchProgram({ dataDir })
  cleanups.push(() => program.stop())
  const ports = await program.ready
  mqttPort = ports.mqtt
  portal = await signInAsAdministrator(ports.http)
  siteId = (await createSite(portal, { Name: 'Sway', TimeZone: 'Europe/Berlin' })).id
  const [device] = await createDevices(portal, siteId, { count: 1, firstMac: 0 })
  if (!device) throw new Error('no device was made')
  rules = (await portal.call(ruleCalls.ofDevice, { params: { id: device.id } })).filter(
    ({ IsActive }) => IsActive,
  )
})

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

test.each(Object.keys(shapes) as Shape[])(
  '%s within two percent of the raise level for an hour never raises a kind twice',
  async (shape) => {
    expect(rules.length).toBeGreaterThan(14)
    const devices = await createDevices(portal, siteId, { count: rules.length, firstMac })
    firstMac += rules.length
    await Promise.all(rules.map((rule, index) => sendHour(devices[index], rule, shapes[shape])))
    const raised = await Promise.all(devices.map((device) => countAlerts(device)))
    const named = (counts: readonly number[]) =>
      counts.map((count, index) => `${rules[index]?.AlertType} ${count}`)
    expect(named(raised)).toEqual(named(rules.map((rule) => expectedAlerts(shape, rule))))
  },
)

/** Sends the last hour of a device at once, as fast as the broker accepts it; messages are acknowledged one by one. */
async function sendHour(device: PortalDevice | undefined, rule: EffectiveRule, shape: (n: number) => number) {
  if (!device) throw new Error('there is a device for each rule')
  const link = await connected(device)
  const kind = sensorKinds.find(({ key }) => key === rule.Sensor)
  const startAt = Date.now() - samples * stepMs
  await Promise.all(
    Array.from({ length: samples }, (_, n) => {
      const value = rule.RaiseLevel * (1 + swing * shape(n))
      // A switch has no value above on.
      const readings = { [rule.Sensor ?? '']: Math.min(value, kind?.max ?? value) }
      return link.publish(topicOf(device, 'readings'), JSON.stringify({ at: startAt + n * stepMs, readings }))
    }),
  )
  await link.close()
}

function connected(identity: PortalDevice): Promise<MqttLink> {
  return new Promise((resolve) => {
    const link = openMqttLink({
      identity,
      url: `mqtt://127.0.0.1:${mqttPort}`,
      onUp: () => resolve(link),
      onCommand: () => undefined,
    })
  })
}

async function countAlerts(device: PortalDevice): Promise<number> {
  const { Total } = await portal.call(alerts.list, { query: { deviceId: [device.id], CountOnly: 'true' } })
  return Total
}
