import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startBroker } from '../test/test-broker.ts'
import type { Sample } from './kinds.ts'
import { macOf } from './plan-replay.ts'
import { replayFiles } from './replay-csv.ts'

// Third-party recordings, not part of the repository; the test is skipped without them.
const recordings =
  process.env.RECORDINGS_DIR ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const building = `${recordings}/building`
const isThere = existsSync(building)

/** The expected messages, parsed without the code under test. Los Angeles was at UTC-7 when they were recorded. */
function expectedOf(file: string): Map<number, string> {
  const [, ...lines] = gunzipSync(readFileSync(`${building}/${file}`))
    .toString()
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [wall = '', co2, humidity, light, pir, temperature] = line.split(',')
      const motion = Number(((Number(pir) / 30) * 100).toPrecision(6))
      const values = [co2, humidity, light, motion, temperature].map(Number)
      return [Date.parse(`${wall.replace(' ', 'T')}-07:00`), values.join()]
    }),
  )
}

const title = '23 recorded rooms arrive over MQTT row by row, exactly as in the files'
const whyNot = isThere ? '' : ` (no folder ${building})`

test.skipIf(!isThere)(`${title}${whyNot}`, async () => {
  const files = readdirSync(building).filter((file) => file.endsWith('.csv.gz'))
  const names = files.map((file) => file.replace('.csv.gz', ''))
  const devices = names.map((name) => ({ name, mac: macOf(name), key: name }))
  const at = await startBroker(Object.fromEntries(devices.map(({ mac, key }) => [mac, key])))
  onTestFinished(() => at.close())

  const nowMs = Date.now()
  const result = await replayFiles({
    path: building,
    devices,
    to: { mqttUrl: at.url },
    speed: 'max',
    timeZone: 'America/Los_Angeles',
    shiftToMs: nowMs,
  })

  expect(files).toHaveLength(23)
  const lastMs = Math.max(...files.map((file) => Math.max(...expectedOf(file).keys())))
  const shiftMs = Math.floor((nowMs - lastMs) / 1_000) * 1_000
  let rows = 0
  for (const [index, file] of files.entries()) {
    const expected = [...expectedOf(file)].map(([ms, values]) => `${ms + shiftMs} ${values}`)
    const arrived = at.received<Sample[]>(devices[index]?.mac ?? '', 'readings').flat()
    const lines = arrived.map(({ at: ms, readings }) => {
      const { ECO2, humidity, light, motion, temperature } = readings
      return `${ms} ${[ECO2, humidity, light, motion, temperature].join()}`
    })
    expect(lines).toEqual(expected)
    rows += expected.length
  }
  expect(result).toMatchObject({ acknowledged: rows, plan: { distinctRows: rows, rowsSkipped: 0 } })
})
