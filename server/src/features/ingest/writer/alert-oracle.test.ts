import type { RuleOverrides } from '@eot/contract/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeviceEvent, oracleAlerts } from '../../../../test/alert-oracle.ts'
import { newDeviceEntry } from '../../../../test/new-device-entry.ts'
import {
  eventsOf,
  oracleRules,
  type RandomDevice,
  randomDevice,
  triedTypes,
} from '../../../../test/random-device.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'
import { alertRules } from '../../alerts/index.ts'
import { findColumn, noValues } from '../../readings/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { fireTimers } from '../timers/watch-devices.job.ts'
import { evaluate } from './evaluate.ts'
import { type Input, type ReadingInput, Submission } from './input.ts'
import { newPlan } from './plan.ts'

const start = Date.UTC(2026, 10, 20, 9)
const second = 1000
const afterwards = 2400 * second
const devicesTried = 100
const devicesStored = 2

type Alert = readonly [
  type: string,
  start: number,
  end: number | null,
  reason: string | null,
  value: number,
  peak: number,
  unstable: boolean,
]

const inOrder = (alerts: Alert[]) =>
  alerts.toSorted(
    (a, b) => a[0].localeCompare(b[0]) || a[1] - b[1] || (a[2] ?? Infinity) - (b[2] ?? Infinity),
  )
const lastOf = (events: readonly DeviceEvent[]) => (events.at(-1)?.now ?? start) + afterwards

function expectedAlerts(device: RandomDevice, events: readonly DeviceEvent[]): Alert[] {
  const alerts = oracleRules(device).flatMap((rule, index) =>
    oracleAlerts(events, rule, device.interval * second, lastOf(events)).map(
      ({ startAt, endAt, reason, value, peak, isUnstable }): Alert => [
        triedTypes[index] ?? '',
        startAt,
        endAt,
        reason,
        value,
        peak,
        isUnstable,
      ],
    ),
  )
  return inOrder(alerts)
}

/** The high alert of the same kind would interfere. */
const overridesOf = ({ rules }: RandomDevice): RuleOverrides => ({
  ...rules,
  Temperature: { IsActive: false },
})

test(`the engine raises and ends the same alerts as a second implementation of the specification, for ${devicesTried} random devices`, () => {
  let count = 0
  const same = fc.property(randomDevice, (device) => {
    const events = eventsOf(device, start)
    const expected = expectedAlerts(device, events)
    count += expected.length
    expect(evaluatedAlerts(device, events)).toEqual(expected)
  })
  fc.assert(same, { numRuns: devicesTried, seed: Number(process.env.ORACLE_SEED ?? 4) })
  expect(count).toBeGreaterThan(5 * devicesTried)
})

test(`the writer on PostgreSQL also raises and ends the same alerts, for ${devicesStored} of them, with a restart for each`, async () => {
  for (const device of fc.sample(randomDevice, { numRuns: devicesStored, seed: 17 })) {
    const events = eventsOf(device, start)
    expect(await storedAlerts(device, events)).toEqual(expectedAlerts(device, events))
  }
})

/** Evaluates each second's readings, then the due timers; stores nothing. */
function evaluatedAlerts(random: RandomDevice, events: readonly DeviceEvent[]): Alert[] {
  const device = entryOf(random)
  const plan = newPlan()
  const submission = new Submission(() => undefined)
  const seen = new Set<number>()
  const byTime = Map.groupBy(events, ({ now }) => now)
  for (let now = start; now <= lastOf(events); now += second) {
    const inputs: Input[] = []
    const known = new Set<ReadingInput>()
    for (const event of byTime.get(now) ?? []) {
      if ('end' in event) {
        inputs.push({ kind: 'end', device, reason: 'EndedByUser', userId: null, ended: 0, submission })
        continue
      }
      const values = noValues()
      for (const [kind, value] of Object.entries(event.readings)) values[findColumn(kind) ?? -1] = value
      const { at } = event
      const input: ReadingInput = {
        kind: 'reading',
        device,
        at,
        receivedAt: now,
        values,
        aheadMs: 0,
        channel: 'mqtt',
        submission,
        index: 0,
      }
      if (seen.has(at)) known.add(input)
      seen.add(at)
      inputs.push(input)
    }
    evaluate(inputs, known, plan, now)
    const due = [...(device.runtime?.timers ?? [])].filter(([, dueAt]) => dueAt <= now)
    evaluate(
      due.map(([typeKey]) => ({ kind: 'tick', device, typeKey, submission })),
      new Set(),
      plan,
      now,
    )
  }
  return inOrder(
    plan.raises.map(({ id, typeKey, startedAt, value, isUnstable }) => {
      const { endedAt = null, endReason = null, peak = value } = plan.changes.get(id) ?? {}
      return [typeKey, startedAt, endedAt, endReason, value ?? Number.NaN, peak ?? Number.NaN, isUnstable]
    }),
  )
}

const entryOf = (random: RandomDevice): DeviceEntry =>
  newDeviceEntry({
    rules: alertRules({
      model: {},
      sites: [],
      device: overridesOf(random),
      kinds: ['CO', 'vape', 'temperature'],
    }),
    reportInterval: random.interval,
    timeZone: 'Europe/Berlin',
  })

async function storedAlerts(random: RandomDevice, events: readonly DeviceEvent[]): Promise<Alert[]> {
  const app = await testIngest(start)
  const user = await app.make.user()
  const settings = JSON.stringify({ ReportInterval: random.interval, Rules: overridesOf(random) })
  const { id, mac } = await app.make.device({ settings })
  const passTo = async (to: number) => {
    const { writer, intake } = app.ingest
    // Timers of a device silent for five minutes would wait for its next reading.
    while (app.time.now < to) {
      app.time.now = Math.min(to, app.time.now + 60 * second)
      await fireTimers({ pool: app.pool, writer, directory: intake.directory, now: () => app.time.now })
    }
  }
  for (const [index, event] of events.entries()) {
    await passTo(event.now - second)
    app.time.now = event.now
    if ('end' in event) await app.ingest.endAlerts(id, { userId: user.id })
    else await sendSamples(app.ingest, mac, [{ at: event.at, readings: event.readings }])
    if (index === events.length >> 1) await app.restart()
  }
  await passTo(lastOf(events))
  const { rows } = await app.pool.query<{
    type_key: string
    started_at: Date
    ended_at: Date | null
    end_reason: string | null
    value: number
    peak: number
    unstable: boolean
  }>("select * from alert where type_key <> 'Offline'")
  return inOrder(
    rows.map((row) => [
      row.type_key,
      row.started_at.getTime(),
      row.ended_at?.getTime() ?? null,
      row.end_reason,
      row.value,
      row.peak,
      row.unstable,
    ]),
  )
}
