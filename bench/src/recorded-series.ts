import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A series of hourly values, and those that followed it. */
export interface HeldOut {
  name: string
  history: Float64Array
  held: Float64Array
}

const linesOf = (path: string) =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', '').split(','))

/** Reads the hourly series of the M4 competition, with its 48 test hours. */
export function readM4(folder: string): HeldOut[] {
  const [history, held] = ['train', 'test'].map((part) =>
    readSeries(join(folder, 'm4-hourly', `${part}.csv.gz`)),
  )
  return [...(history ?? [])].map(([name, values]) => ({
    name,
    history: values,
    held: held?.get(name) ?? new Float64Array(),
  }))
}

function readSeries(path: string): Map<string, Float64Array> {
  const [, ...rows] = linesOf(path)
  return new Map(
    rows.map(([name = '', ...cells]) => [
      name,
      Float64Array.from(cells.filter((cell) => cell !== '' && cell !== 'NA').map(Number)),
    ]),
  )
}

const dayHours = 24
const heldDays = 3

/**
 * Reads the rooms of a building, each kind as hourly means. Each of the last three days is held out, with all days before it
 * as the history. Hours without a value repeat the one before.
 */
export function readBuilding(folder: string): HeldOut[] {
  const rooms = readdirSync(join(folder, 'building')).filter((name) => name.endsWith('.csv.gz'))
  return rooms.flatMap((room) => {
    const [[, ...kinds] = [], ...rows] = linesOf(join(folder, 'building', room))
    return kinds.flatMap((kind, column) => {
      const values = hourlyMeans(rows.map(([at = '', ...cells]) => [at, Number(cells[column])]))
      return Array.from({ length: heldDays }, (_, index) => {
        const from = values.length - (index + 1) * dayHours
        return {
          name: `${kind} ${room}`,
          history: values.slice(0, from),
          held: values.slice(from, from + dayHours),
        }
      })
    })
  })
}

function hourlyMeans(samples: readonly (readonly [at: string, value: number])[]): Float64Array {
  const hours = Map.groupBy(samples, ([at]) => Math.floor(Date.parse(`${at.replace(' ', 'T')}Z`) / 3_600_000))
  const [first, last] = [Math.min(...hours.keys()), Math.max(...hours.keys())]
  let value = 0
  return Float64Array.from({ length: last - first + 1 }, (_, index) => {
    const found = hours.get(first + index)
    if (found) value = found.reduce((sum, [, one]) => sum + one, 0) / found.length
    return value
  })
}
