import { setTimeout as delay } from 'node:timers/promises'
import { startMailSink } from '@eot/server/test/mail-sink'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { openBackground } from './background-load.ts'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { fillSchools } from './fill-schools.ts'
import { MqttDevice } from './mqtt-device.ts'
import { openSwarm } from './mqtt-swarm.ts'
import { median, quantile, round } from './statistics.ts'

const perSecond = 500
const backgroundDevices = 100
const settleMs = 3000
const pauseMs = { least: 300, most: 500 }
const inFlight = 50
const warmUpSeconds = 3

/**
 * Measures from the first byte of an alarm leaving a device until the mail server gets the first email's recipient, under a
 * steady load, and whether subscriptions slow the intake of readings.
 */
export async function measureNotices(isQuick: boolean): Promise<Figure[]> {
  const scale = isQuick ? 10 : 100
  const counts = { users: 50 * scale, subscriptions: 100 * scale, probes: isQuick ? 30 : 150 }
  const sink = await startMailSink()
  try {
    return await withProgram(
      backgroundDevices + counts.probes,
      async (bench) => {
        await fillSchools(bench, counts)
        const probes = bench.devices.slice(backgroundDevices)
        await subscribeEach(bench, probes)
        return [
          delayFigure(await takeDelays(bench, probes, sink), counts),
          await measureIntake(bench, probes, isQuick),
        ]
      },
      { environment: { SMTP_URL: sink.url } },
    )
  } finally {
    await sink.stop()
  }
}

type MailSink = Awaited<ReturnType<typeof startMailSink>>

const receiverOf = ({ mac }: PortalDevice) => `${mac.replaceAll(':', '').toLowerCase()}@example.org`

/** Subscribes one person to each of these devices, at all hours. */
async function subscribeEach({ pool, siteId }: BenchProgram, probes: readonly PortalDevice[]): Promise<void> {
  await pool.query(
    `with probe as (
      select device.id as device_id, gen_random_uuid() as user_id, gen_random_uuid() as subscription_id, email
      from unnest($2::text[], $3::text[]) given (mac, email) join device on device.mac = given.mac
    ), person as (
      insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
      select user_id, $1, (select id from role where name = 'Site Staff'), email, email, now() from probe
    ), rule as (
      insert into subscription (id, site_id, name, type, all_devices, events, start_hour, end_hour, weekdays)
      select subscription_id, $1, email, 'Devices', false, array['AlertStarted'], 0, 24, array_fill(true, array[7])
      from probe
    ), target as (
      insert into subscription_device (subscription_id, device_id) select subscription_id, device_id from probe
    )
    insert into subscription_user (subscription_id, stage, user_id) select subscription_id, 1, user_id from probe`,
    [siteId, probes.map(({ mac }) => mac), probes.map(receiverOf)],
  )
  await pool.query('analyze')
}

async function takeDelays(
  { devices, ports }: BenchProgram,
  probes: readonly PortalDevice[],
  sink: MailSink,
): Promise<number[]> {
  const background = await openBackground({ port: ports.mqtt, devices: devices.slice(0, backgroundDevices) })
  const connected = await Promise.all(
    probes.map(async (probe) => ({
      receiver: receiverOf(probe),
      device: await MqttDevice.open(ports.mqtt, probe, () => undefined),
    })),
  )
  await background.begin(perSecond)
  await delay(settleMs)
  const sent = new Map<string, number>()
  for (const { device, receiver } of connected) {
    sent.set(receiver, performance.now())
    device.publish('{"readings":{"vape":90}}')
    device.flush()
    await delay(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least))
  }
  const heard = () => new Map(sink.begun.toReversed().map(({ receiver, at }) => [receiver, at]))
  const deadline = performance.now() + 30_000
  while (heard().size < sent.size && performance.now() < deadline) await delay(50)
  const counts = await background.end()
  await background.close()
  for (const { device } of connected) device.close()
  expectCount('readings acknowledged in the background', counts.acknowledged, counts.sent)
  const first = heard()
  expectCount('alarms of which the mail server has heard', first.size, sent.size)
  return [...sent].map(([receiver, at]) => (first.get(receiver) ?? Number.NaN) - at)
}

function delayFigure(delays: readonly number[], counts: { users: number; subscriptions: number }): Figure {
  const p99 = quantile(delays, 0.99)
  return msFigure({
    key: 'notices',
    title: `alarm to mail server, p99 at ${perSecond} readings/s, ${counts.subscriptions} subscriptions, ${counts.users} users`,
    value: round(p99, 0),
    goal: 1000,
    floor: 5000,
    details: {
      alarms: delays.length,
      p50: round(quantile(delays, 0.5), 0),
      most: round(Math.max(...delays), 0),
    },
  })
}

/**
 * Measures readings acknowledged per second with and without active subscriptions, alternating. Meanwhile other devices raise
 * alarms that the subscriptions cover.
 */
async function measureIntake(
  { devices, pool, ports }: BenchProgram,
  probes: readonly PortalDevice[],
  isQuick: boolean,
): Promise<Figure> {
  const rounds = isQuick ? 2 : 4
  const seconds = isQuick ? 4 : 10
  const swarm = await openSwarm(ports.mqtt, devices.slice(0, backgroundDevices))
  const rates = { active: [] as number[], inactive: [] as number[] }
  const alarms = await openAlarms(ports.mqtt, probes)
  await swarm.pushFor(warmUpSeconds, inFlight)
  for (let number = 0; number < rounds; number++)
    for (const isActive of [false, true]) {
      await pool.query('update subscription set is_active = $1', [isActive])
      const stop = alarms.start()
      rates[isActive ? 'active' : 'inactive'].push(await swarm.pushFor(seconds, inFlight))
      stop()
    }
  swarm.close()
  alarms.close()
  const [value, yardstick] = [median(rates.active), median(rates.inactive)]
  return {
    key: 'notices-intake',
    title: 'MQTT QoS 1, readings acknowledged per second with subscriptions',
    unit: 'readings/s',
    value: Math.round(value),
    yardstick: { title: 'the same without subscriptions', value: Math.round(yardstick) },
    score: round(value / yardstick, 3),
    goal: 0.95,
    floor: 0.8,
    better: 'more',
    details: {
      rounds: rates.active.map(Math.round),
      withoutSubscriptions: rates.inactive.map(Math.round),
      alerts: Number((await pool.query('select count(*) from alert')).rows[0]?.count),
    },
  }
}

/** Each device raises an alert of each of these types once. */
const alarmReadings = ['"sound":99', '"aggression":90', '"tamper":1']
const alarmEveryMs = 1000

async function openAlarms(port: number, probes: readonly PortalDevice[]) {
  const opened = await Promise.all(probes.map((probe) => MqttDevice.open(port, probe, () => undefined)))
  const waiting = alarmReadings.flatMap((readings) => opened.map((device) => ({ device, readings })))
  return {
    /** Raises alarms at a steady rate until the returned function is called. */
    start() {
      const timer = setInterval(() => {
        const { device, readings } = waiting.shift() ?? {}
        device?.publish(`{"readings":{${readings}}}`)
        device?.flush()
      }, alarmEveryMs)
      return () => clearInterval(timer)
    },
    close() {
      for (const device of opened) device.close()
    },
  }
}
