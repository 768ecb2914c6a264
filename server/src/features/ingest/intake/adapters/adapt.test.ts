import { readFileSync } from 'node:fs'
import type { AdapterFormat } from '@eot/contract/adapters'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapt } from './adapt.ts'
import { mappings } from './mapping.ts'

const example = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../../test/adapter-examples/${name}.json`, import.meta.url), 'utf8'),
  )
const adapted = (format: AdapterFormat, message: unknown) => adapt(mappings[format], message)

/** The readings of the first sample. */
const readingsOf = (message: ReturnType<typeof adapted>) => {
  const [first] = message?.samples ?? []
  return first && 'sample' in first ? first.sample?.readings : undefined
}

describe('HALO', () => {
  const mac = '00:1E:C0:AB:12:34'

  test('a Set string is the highest value of its kind, and a Reset string the lowest', () => {
    const set = example('halo-set')
    const of = (message: object) => adapted('halo', { ...set, ...message })
    const event = { kind: 'vape', isOver: false }
    expect(of({})).toEqual({ samples: [{ mac, sample: { readings: { vape: 100 } }, event }], ignored: [] })
    expect(of({ detected: false })?.samples).toEqual([
      { mac, sample: { readings: { vape: 0 } }, event: { kind: 'vape', isOver: true } },
    ])
    expect(of({ event: 'TAMPER', detected: 'false' })?.samples).toEqual([
      { mac, sample: { readings: { tamper: 0 } }, event: { kind: 'tamper', isOver: true } },
    ])
  })

  test('an event without a kind is reported as ignored', () => {
    const { event: _vape, ...rest } = example('halo-set')
    expect(adapted('halo', { ...rest, event: 'Gunshot' })).toEqual({
      samples: [{ mac, sample: null }],
      ignored: ['Gunshot'],
    })
  })

  test.each([[{ toString: 1 }], [JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)], [null]])(
    'an event without a state counts as begun',
    (detected) => {
      const message = { ...example('halo-set'), detected }
      expect(adapted('halo', message)?.samples).toMatchObject([
        { sample: { readings: { vape: 100 } }, event: { isOver: false } },
      ])
    },
  )

  test('carbon dioxide is never taken for carbon monoxide', () => {
    expect(adapted('halo', { mac, sensors: { CO2: '644', CO_2: '644', CO: '0.1' } })).toEqual({
      samples: [{ mac, sample: { readings: { CO: 0.1 } } }],
      ignored: ['CO2', 'CO_2'],
    })
  })

  test('a heartbeat is a sample, whose temperature is in °C', () => {
    expect(adapted('halo', example('halo-heartbeat'))).toEqual({
      samples: [
        {
          mac,
          sample: {
            readings: {
              temperature: 21.3889,
              humidity: 41.2,
              light: 312,
              TVOC: 210,
              ECO2: 644,
              particulate: 3.1,
              NH3: 0.2,
              CO: 0.1,
              noise: 43.5,
            },
          },
        },
      ],
      ignored: ['PM10', 'NO2', 'Move', 'AQI'],
    })
  })
})

test('Triton ULTRA: a Set string is accepted without an address, since the device authenticates itself', () => {
  const set = example('triton-set')
  expect(adapted('triton', set)?.samples).toEqual([
    { mac: null, sample: { readings: { vape: 100 } }, event: { kind: 'vape', isOver: false } },
  ])
  expect(adapted('triton', { ...set, trigger: 'Keyword' })?.ignored).toEqual(['Keyword'])
})

test('Airthings: each sample has its device, its time in UTC, and values in the given units', () => {
  expect(adapted('airthings', example('airthings-sample-feed'))).toEqual({
    samples: [
      {
        mac: '02:29:69:01:32:84',
        sample: {
          at: '2026-11-20T10:31:00Z',
          readings: {
            temperature: 21.5,
            humidity: 38,
            ECO2: 612,
            TVOC: 96,
            particulate: 2,
            light: 240,
            noise: 41,
          },
        },
      },
      {
        mac: '02:29:69:01:32:85',
        sample: { at: '2026-11-20T10:32:00Z', readings: { temperature: 21.5 } },
      },
    ],
    ignored: ['pressure', 'radonShortTermAvg', 'voc in ugm3'],
  })
})

describe('The Things Stack', () => {
  const uplink = example('the-things-stack-uplink')
  const mac = 'D5:7E:D0:05:A1:B2'

  test('values decoded by the payload formatter are used, at the time of the uplink', () => {
    expect(adapted('the-things-stack', uplink)).toEqual({
      samples: [
        {
          mac,
          sample: {
            at: '2026-11-20T10:36:04.583123456Z',
            readings: { temperature: 21.5, humidity: 44.5 },
          },
        },
      ],
      ignored: ['battery'],
    })
  })

  test('a normalized payload takes precedence, since its units are defined', () => {
    const normalized_payload = [{ air: { temperature: 20.1, relativeHumidity: 40, lightIntensity: 310 } }]
    const message = { ...uplink, uplink_message: { ...uplink.uplink_message, normalized_payload } }
    expect(readingsOf(adapted('the-things-stack', message))).toEqual({
      temperature: 20.1,
      humidity: 40,
      light: 310,
    })
  })

  test('all measurements of a normalized payload are read, and other kinds from the decoded one', () => {
    const uplink_message = {
      decoded_payload: { temperature: 70, humidity: 40, vaping_index: 88, battery: 3.1 },
      normalized_payload: [
        { air: { temperature: 21 }, soil: { moisture: 3 } },
        null,
        { air: { temperature: 22, lightIntensity: 300 } },
        { air: [{ temperature: 23 }] },
      ],
    }
    const message = adapted('the-things-stack', { ...uplink, uplink_message })
    expect(readingsOf(message)).toEqual({ temperature: 21, light: 300, humidity: 40, vape: 88 })
    expect(message?.ignored).toEqual(['temperature', 'temperature', 'battery'])
  })

  test('a join has no readings', () => {
    expect(adapted('the-things-stack', example('the-things-stack-join'))).toEqual({
      samples: [{ mac, sample: null }],
      ignored: [],
    })
  })
})

test('a known value that is not a number is reported as ignored', () => {
  const sensors = { F: '%SENSOR:F%', RH: '41,2', Lux: null, Noise: {}, Name: 'Restroom', CO: ' 0.1 ' }
  expect(adapted('halo', { sensors })).toEqual({
    samples: [{ mac: null, sample: { readings: { CO: 0.1 } } }],
    ignored: ['F: not a number', 'RH: not a number', 'Noise: not a number'],
  })
})

test('the number of a channel is not part of a name, but that of a gas is', () => {
  const object = { temperature_1: 21.5, co2_3: 700, co_2: 800, pm2_5: 4 }
  expect(adapted('chirpstack', { object })).toEqual({
    samples: [{ mac: null, sample: { readings: { temperature: 21.5, ECO2: 700, particulate: 4 } } }],
    ignored: ['co_2'],
  })
})

test('ChirpStack: values decoded by the codec are used, once per kind', () => {
  expect(adapted('chirpstack', example('chirpstack-up'))).toEqual({
    samples: [
      {
        mac: '41:9E:DB:62:01:1C',
        sample: {
          at: '2026-11-20T10:36:04.530852140+00:00',
          readings: { temperature: 24.73, humidity: 45.2 },
        },
      },
    ],
    ignored: ['BatV', 'temperatureSensor'],
  })
})

test.each<[unknown]>([
  [null],
  [1],
  ['text'],
  [[]],
  [{}],
  [{ data: 1 }],
  [{ data: [1] }],
  [{ constructor: {} }],
  [{ object: null }],
])('the message %j has none of the formats', (message) => {
  for (const mapping of Object.values(mappings))
    expect(adapt(mapping, message) ?? { samples: [] }).toMatchObject({ samples: [] })
})

test('any message yields only numbers, under the names of kinds', () => {
  const keys = ['event', 'data', 'object', 'sensors', 'F', 'temp', 'sensorUnits', 'trigger', 'constructor']
  const anything = fc.anything({ key: fc.oneof(fc.constantFrom(...keys), fc.string()), maxDepth: 4 })
  fc.assert(
    fc.property(anything, fc.constantFrom(...Object.values(mappings)), (message, mapping) => {
      for (const one of adapt(mapping, message)?.samples ?? [])
        if ('sample' in one)
          for (const value of Object.values(one.sample?.readings ?? {})) expect(value).toBeTypeOf('number')
    }),
    { numRuns: 2000 },
  )
})
