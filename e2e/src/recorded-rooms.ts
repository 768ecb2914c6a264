import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export const recordedKinds = ['ECO2', 'humidity', 'light', 'motion', 'temperature'] as const

export interface RecordedRoom {
  name: string
  /** Ordered by time, in epoch ms as recorded; values in the order of `kinds`. */
  rows: { at: number; values: number[] }[]
}

/**
 * Reads the recorded building without the code under test. Los Angeles was at UTC-7 when it was recorded. Motion is in
 * thirtieths.
 */
export function readRecordedRooms(folder: string): RecordedRoom[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv.gz'))
  return files.sort().map((file) => {
    const [, ...lines] = gunzipSync(readFileSync(`${folder}/${file}`))
      .toString()
      .trim()
      .split('\n')
    const rows = new Map<number, number[]>()
    for (const line of lines) {
      const [wall = '', co2, humidity, light, pir, temperature] = line.split(',')
      const motion = Number(((Number(pir) / 30) * 100).toPrecision(6))
      const at = Date.parse(`${wall.replace(' ', 'T')}-07:00`)
      rows.set(at, [co2, humidity, light, motion, temperature].map(Number))
    }
    const byTime = [...rows].sort(([a], [b]) => a - b)
    return { name: file.replace('.csv.gz', ''), rows: byTime.map(([at, values]) => ({ at, values })) }
  })
}

export function shifted({ name, rows }: RecordedRoom, byMs: number): RecordedRoom {
  return { name, rows: rows.map(({ at, values }) => ({ at: at + byMs, values })) }
}
