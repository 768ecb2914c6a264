import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { expectedPoints, firstSamples, nearly } from '../../../test/series-oracle.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { zoneClock } from '../time-zones/index.ts'

const app = await testApp()
const { call, ingest, make, signIn, pool } = app

const minute = 60_000
const hour = 60 * minute
/** Two days before the clocks of Berlin are set back. */
const start = Date.UTC(2026, 9, 23, 10)
const zones = ['Europe/Berlin', 'America/Chicago']

interface Sample {
  at: number
  readings: { temperature: number; CO?: number }
}

/** Late, duplicate and missing samples of up to four days. */
const samples = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 4 * 24 * 12 }).map((step) => start + step * 5 * minute),
    readings: fc.record(
      { temperature: fc.integer({ min: -20, max: 40 }), CO: fc.integer({ min: 0, max: 30 }) },
      { requiredKeys: ['temperature'] },
    ),
  }),
  { minLength: 1, maxLength: 120 },
)

/** Simulates a restart: the states of devices are read from the database again. */
const forgetStates = () => pool.query('update device_state set version = version + 1')

const startOfDay = (at: number, timeZone: string) => zoneClock(timeZone).dayStart(at)

describe('for a random fleet across a clock change', async () => {
  const fleet = fc.tuple(...zones.map((zone) => fc.tuple(fc.constant(zone), samples, samples)))
  const newZone = fc.option(fc.constantFrom(...zones), { nil: undefined })

  test('the series of a site and of each device equal those computed from the samples', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fleet,
        fc.constantFrom(...zones),
        newZone,
        fc.boolean(),
        async (fleet, timeZone, TimeZone, isRestarted) => {
          const site = await make.site()
          const as = await signIn({ site })
          const all: Sample[] = []
          const ofDevice = new Map<string, Sample[]>()
          for (const [time_zone, ...rooms] of fleet) {
            const school = await make.site({ parent: site, time_zone })
            for (const sent of rooms) {
              const device = await make.device({ site: school })
              const half = sent.length >> 1
              await sendSamples(ingest, device.mac, sent.slice(0, half))
              // Days that are already stored keep the zone in which they began.
              if (TimeZone)
                await call(sites.update, { params: { id: school.id }, body: { TimeZone } }, { as })
              if (isRestarted) await forgetStates()
              await sendSamples(ingest, device.mac, sent.slice(half))
              ofDevice.set(device.id, firstSamples(sent))
              all.push(...firstSamples(sent))
            }
          }
          const query = { startTime: start - 24 * hour, endTime: start + 6 * 24 * hour, timeZone }
          // Up to the end of a day, and up to the middle of one.
          for (const endTime of [startOfDay(query.endTime, timeZone), start + 2 * 24 * hour]) {
            const startTime = startOfDay(query.startTime, timeZone)
            const { data: daily } = await call(
              sensors.ofSite,
              { query: { ...query, startTime, endTime } },
              { as },
            )
            expect(daily.Interval).toBe('OneDay')
            const days = { from: startTime, to: endTime }
            for (const key of ['temperature', 'CO'] as const) {
              const points = daily.Series.find(({ Sensor }) => Sensor === key)?.Points ?? []
              expect(points).toEqual(nearly(expectedPoints(all, key, days, 'OneDay', timeZone)))
            }
          }
          const hourly = { query: { ...query, type: ['temperature', 'CO'] as const } }
          const { data: each } = await call(sensors.ofEachDevice, hourly, { as })
          expect(each.Interval).toBe('OneHour')
          const whole = { from: query.startTime, to: query.endTime }
          for (const { DeviceId = '', Sensor, Points } of each.Series) {
            const sent = ofDevice.get(DeviceId) ?? []
            expect(Points).toEqual(nearly(expectedPoints(sent, Sensor, whole, 'OneHour', timeZone)))
          }
          expect(each.Series).toHaveLength(2 * ofDevice.size)
        },
      ),
      { numRuns: 10 },
    )
  })
})

async function school() {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site })
  return { site, as, device }
}

describe('the values of a site', () => {
  test('leave out other sites, and sub-sites unless they are included', async () => {
    const { site, as, device } = await school()
    const below = await make.device({ site: await make.site({ parent: site }) })
    const foreign = await make.device()
    for (const [{ mac }, temperature] of [
      [device, 10],
      [below, 20],
      [foreign, 90],
    ] as const)
      await sendSamples(ingest, mac, [{ at: start, readings: { temperature } }])
    const query = { type: 'temperature', startTime: start, endTime: start + hour }
    const means = async (more: object) => {
      const { data } = await call(sensors.ofSite, { query: { ...query, ...more } }, { as })
      return data.Series.map(({ Points }) => Points.map(([, mean]) => mean))
    }
    expect(await means({})).toEqual([[15]])
    expect(await means({ IncludeSubSites: false })).toEqual([[10]])
    const { data } = await call(sensors.ofEachDevice, { query }, { as })
    expect(data.Series.map(({ DeviceId }) => DeviceId).sort()).toEqual([device.id, below.id].sort())
    const other = { query: { ...query, SiteId: foreign.site?.id } }
    expect(problemOf(await call(sensors.ofSite, other, { as })).ErrorCode).toBe('site_not_found')
    expect(problemOf(await call(sensors.ofEachDevice, other, { as })).ErrorCode).toBe('site_not_found')
  })

  test('cover the last 30 days merged, and the last day for each device', async () => {
    const { as, device } = await school()
    const ago = (hours: number) => Math.floor(Date.now() / minute) * minute - hours * hour
    await sendSamples(ingest, device.mac, [
      { at: ago(31 * 24), readings: { temperature: 1 } },
      { at: ago(20 * 24), readings: { temperature: 2 } },
      { at: ago(2), readings: { temperature: 3 } },
    ])
    const query = { type: 'temperature' }
    const { data: together } = await call(sensors.ofSite, { query }, { as })
    expect(together.Series[0]?.Points.map(([, mean]) => mean)).toEqual([2, 3])
    const { data: each } = await call(sensors.ofEachDevice, { query }, { as })
    expect(each.Series[0]?.Points.map(([, mean]) => mean)).toEqual([3])
  })

  test('use a longer interval than requested rather than more points than a response may have', async () => {
    const { as, site } = await school()
    await Promise.all(Array.from({ length: 12 }, () => make.device({ site })))
    const year = { startTime: start - 365 * 24 * hour, endTime: start }
    const interval = async (type: string[]) => {
      const query = { ...year, type, interval: 'OneMinute' as const }
      return (await call(sensors.ofEachDevice, { query }, { as })).data.Interval
    }
    expect(await interval(['temperature'])).toBe('SixHours')
    const kinds = ['vape', 'sound', 'noise', 'temperature', 'humidity', 'light', 'CO', 'ECO2', 'IAQ', 'TVOC']
    expect(await interval(kinds)).toBe('OneDay')
    const query = { ...year, interval: 'OneHour' as const }
    expect((await call(sensors.ofSite, { query }, { as })).data.Interval).toBe('SixHours')
  })

  test('are refused for single readings, a reversed range and, for each device, without a sensor', async () => {
    const { as } = await school()
    const path = async (query: { type: string } & Record<string, unknown>) => {
      const answers = [
        await call(sensors.ofSite, { query }, { as }),
        await call(sensors.ofEachDevice, { query }, { as }),
      ]
      return answers.map((answer) => problemOf(answer).Errors?.[0]?.Path)
    }
    expect(await path({ type: 'CO', interval: 'Raw' })).toEqual(['interval', 'interval'])
    expect(await path({ type: 'CO', startTime: 2, endTime: 1 })).toEqual(['startTime', 'startTime'])
    expect(await path({ type: 'smell' })).toEqual(['type.0', 'type.0'])
    expect(
      problemOf(await call(sensors.ofEachDevice, { query: {} as never }, { as })).Errors?.[0]?.Path,
    ).toBe('type')
  })
})

describe('the graphs of a device', () => {
  test('have the values of its sensors with the levels of the rules in effect', async () => {
    const { as, device } = await school()
    const settings = JSON.stringify({ Rules: { CO: { RaiseLevel: 33 }, ECO2: { IsActive: false } } })
    await pool.query('update device set settings = $2 where id = $1', [device.id, settings])
    await sendSamples(ingest, device.mac, [{ at: start, readings: { temperature: 21, CO: 4 } }])
    const given = { params: { id: device.id }, query: { startTime: start, endTime: start + hour } }
    const { data } = await call(sensors.graphs, given, { as })
    expect(data.Interval).toBe('Raw')
    expect(data.Graphs).toHaveLength(17)
    const graph = (key: string) => data.Graphs.find(({ Sensor }) => Sensor === key)
    expect(graph('CO')).toEqual({
      Sensor: 'CO',
      Unit: 'ppm',
      Points: [[start, 4, 4, 4, 1]],
      Levels: [{ AlertType: 'CO', Direction: 'high', RaiseLevel: 33 }],
    })
    expect(graph('ECO2')?.Levels).toEqual([])
    expect(
      graph('temperature')
        ?.Levels.map(({ Direction }) => Direction)
        .sort(),
    ).toEqual(['high', 'low'])
  })

  test('are those of the requested sensors, and not of a foreign device', async () => {
    const { as, device } = await school()
    const query = { type: ['CO'] as const, interval: 'OneDay' as const }
    const { data } = await call(sensors.graphs, { params: { id: device.id }, query }, { as })
    expect([data.Interval, data.Graphs.map(({ Sensor }) => Sensor)]).toEqual(['OneDay', ['CO']])
    const foreign = await make.device()
    const answer = await call(sensors.graphs, { params: { id: foreign.id }, query }, { as })
    expect(problemOf(answer).ErrorCode).toBe('device_not_found')
  })
})
