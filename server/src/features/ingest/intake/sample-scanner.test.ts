import { sensorKinds } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnKeys } from '../../readings/index.ts'
import { isRefusal, parseSample } from './sample.ts'
import { SampleScanner } from './sample-scanner.ts'

const scan = (text: string) => new SampleScanner().scan(Buffer.from(text))

function readingsOf(sample: ReturnType<typeof scan>) {
  if (!sample) return undefined
  const named = sample.values.flatMap((value, column) =>
    Number.isNaN(value) ? [] : [[columnKeys[column], value]],
  )
  return { mac: sample.mac, at: sample.at, readings: Object.fromEntries(named) }
}

describe('a valid sample is read', () => {
  test.each([
    [
      'as gateways send it',
      '{"mac":"A4:CF:12:7B:03:9E","at":1790000000000,"readings":{"noise":42.5,"CO":0.52}}',
    ],
    [
      'with spaces',
      '{ "mac": "A4:CF:12:7B:03:9E", "at": 1790000000000, "readings": { "noise": 42.5, "CO": 0.52 } } ',
    ],
    [
      'in another order',
      '{"readings":{"CO":0.52,"noise":42.5},"at":1790000000000,"mac":"A4:CF:12:7B:03:9E"}',
    ],
    [
      'with a Windows line ending',
      '{"mac":"A4:CF:12:7B:03:9E","at":1790000000000,"readings":{"noise":42.5,"CO":0.52}}\r',
    ],
    [
      'with first letters in the other case',
      '{"mac":"A4:CF:12:7B:03:9E","at":1790000000000,"readings":{"Noise":42.5,"cO":0.52}}',
    ],
  ])('%s', (_, text) => {
    const sample = { mac: 'A4:CF:12:7B:03:9E', at: 1790000000000, readings: { noise: 42.5, CO: 0.52 } }
    expect(readingsOf(scan(text))).toEqual(sample)
  })

  test('without an address or a time', () => {
    expect(readingsOf(scan('{"readings":{"temperature":-0.5}}'))).toEqual({ readings: { temperature: -0.5 } })
  })

  test('between others, whatever the previous one looked like', () => {
    const scanner = new SampleScanner()
    const lines = [
      '{"readings":{"noise":41,"CO":1}}',
      '{"readings":{"CO":2,"noise":42}}',
      '{"readings":{"noise":43}}',
    ]
    const bytes = Buffer.from(lines.join('\n'))
    const read = lines.map((line, index) => {
      const from = lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0)
      return readingsOf(scanner.scan(bytes, from, from + line.length))?.readings
    })
    expect(read).toEqual([{ noise: 41, CO: 1 }, { CO: 2, noise: 42 }, { noise: 43 }])
  })

  test('with its own address, even if an earlier one has the same hash or begins alike', () => {
    const scanner = new SampleScanner()
    // 'Aa' and 'BB' have the same hash.
    const macs = ['Aa', 'BB', 'Aa', 'AaAa', 'BBBB', 'AaBB', 'Aa', 'A', '', 'BB']
    const read = macs.map((mac) => scanner.scan(Buffer.from(`{"mac":"${mac}","readings":{"noise":41}}`))?.mac)
    expect(read).toEqual(macs)
    expect(scanner.scan(Buffer.from('{"mac":"Aa'))).toBeUndefined()
    expect(scanner.scan(Buffer.from('{"mac":Aa","readings":{"noise":41}}'))).toBeUndefined()
  })
})

describe('an invalid or unusual sample is left to the full parser', () => {
  test.each([
    '',
    '{}',
    '{"readings":{}}',
    '{"readings":{"noise":41}',
    '{"readings":{"noise":41}}x',
    '{"readings":{"noise":41,}}',
    '{"readings":{"noise":041}}',
    '{"readings":{"noise":41.}}',
    '{"readings":{"noise":.5}}',
    '{"readings":{"noise":-}}',
    '{"readings":{"noise":4.1.2}}',
    '{"readings":{"noise":4e1}}',
    '{"readings":{"noise":41.000000000000001}}',
    '{"readings":{"noise":"41"}}',
    '{"readings":{"noise":null}}',
    '{"readings":{"noise":9999}}',
    '{"readings":{"noise":41,"noise":41}}',
    '{"readings":{"radon":41}}',
    '{"readings":{"no\\u0069se":41}}',
    '{"readings":{"noise":41},"readings":{"noise":42}}',
    '{"readings":{"noise":41},"site":"x"}',
    '{"at":"2026-11-20T09:00:00Z","readings":{"noise":41}}',
    '{"at":1790000000000.5,"readings":{"noise":41}}',
    '{"at":-1,"readings":{"noise":41}}',
    '{"at":17900000000000,"readings":{"noise":41}}',
    '{"mac":"Ä4:CF:12:7B:03:9E","readings":{"noise":41}}',
    '[{"readings":{"noise":41}}]',
  ])('%s', (text) => expect(scan(text)).toBeUndefined())
})

/** Mostly returns `usual`, so that many samples are valid. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: usual, weight: 15 }, { arbitrary: rare, weight: 1 })

const spaces = fc.constantFrom('', '', '', ' ', '  ')
const parts = (whole: number, fraction: number) =>
  fc.tuple(fc.nat(whole), fc.nat(fraction)).map((both) => both.join('.'))
const number = mostly(
  fc.oneof(fc.nat(5).map(String), parts(9, 999_999)),
  fc.oneof(
    fc.double({ noNaN: true }).map(String),
    fc.constantFrom(
      '-0',
      '0.0',
      '00',
      '1e3',
      'NaN',
      '""',
      'null',
      '',
      '0.1000000000000000055',
      '2.50',
      '99999999',
    ),
  ),
)
const kind = mostly(
  fc.constantFrom(...sensorKinds.map(({ key }) => key)),
  fc.constantFrom('Noise', 'radon', 'constructor', ''),
)
const readings = fc
  .array(fc.tuple(kind, number, spaces), { maxLength: 4 })
  .map(
    (list) => `{${list.map(([key, value, gap]) => `${gap}"${key}"${gap}:${gap}${value}${gap}`).join(',')}}`,
  )
const member = mostly(
  readings.map((value) => `"readings":${value}`),
  fc.constantFrom('"mac":"\\u0041"', '"mac":7', '"other":1', '"at":-0', '"at":01'),
)
const others = fc.constantFrom(
  [],
  ['"at":1790000000000'],
  ['"mac":"A4-CF-12-7B-03-9E"', '"at":17e11'],
  ['"mac":"x"'],
)
const text = fc
  .tuple(
    others,
    mostly(fc.array(member, { minLength: 1, maxLength: 1 }), fc.array(member, { maxLength: 2 })),
    spaces,
    mostly(spaces, fc.constantFrom('}', ',', '\r', 'x')),
  )
  .map(([before, members, gap, end]) => `{${gap}${[...before, ...members].join(`${gap},${gap}`)}}${end}`)

test('whenever the scanner reads a sample, the full parser reads the same one and finds it valid', () => {
  const scanner = new SampleScanner()
  let readCount = 0
  fc.assert(
    fc.property(text, (line) => {
      const scanned = scanner.scan(Buffer.from(line))
      if (!scanned) return
      readCount += 1
      const written: Record<string, unknown> = JSON.parse(line)
      const parsed = parseSample(written, scanned.at ?? 0, 0)
      if (isRefusal(parsed)) throw new Error(parsed.detail)
      expect(parsed.refused).toBeNull()
      expect(parsed.values).toEqual(scanned.values)
      expect([scanned.mac, scanned.at]).toEqual([written.mac, written.at])
    }),
    { numRuns: 20_000 },
  )
  expect(readCount).toBeGreaterThan(5000)
})
