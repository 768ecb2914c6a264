import { readFile } from 'node:fs/promises'
import { isMac } from './identity.ts'
import { type Kind, kindNames } from './kinds.ts'
import type { NamedDevice } from './replay-csv.ts'
import { type RoomSpec, roomTypeNames } from './room-types.ts'
import type { FleetDevice } from './simulated-device.ts'

/** The device file is invalid; the message says why. */
export class UnusableDeviceFile extends Error {
  override readonly name = 'UnusableDeviceFile'
}

/**
 * Reads a list of `{mac, key, name, roomType, timeZone, seed, kinds, offsets}`. `seed` defaults to the one-based position in
 * the list, `kinds` to all kinds, `offsets` to none. Throws UnusableDeviceFile.
 */
export async function readFleet(file: string): Promise<FleetDevice[]> {
  const rows = await readRows(file)
  return rows.map((row, index) => {
    const place = `${file}, device ${index + 1}`
    const roomType = roomTypeNames.find((one) => one === row.roomType)
    if (!roomType)
      throw new UnusableDeviceFile(`${place}: roomType must be one of ${roomTypeNames.join(', ')}`)
    const { timeZone } = row
    if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) {
      throw new UnusableDeviceFile(`${place}: timeZone must be an IANA name such as America/Chicago`)
    }
    const seed = Number.isSafeInteger(row.seed) ? Number(row.seed) : index + 1
    const kinds = kindsOf(row, place)
    const offsets = offsetsOf(row, place)
    return {
      ...named(row, place),
      roomType,
      timeZone,
      seed,
      ...(kinds && { kinds }),
      ...(offsets && { offsets }),
    }
  })
}

function kindsOf({ kinds }: Row, place: string): Kind[] | undefined {
  if (kinds === undefined) return undefined
  if (!Array.isArray(kinds) || kinds.length === 0 || !kinds.every((kind) => kindNames.includes(kind))) {
    throw new UnusableDeviceFile(`${place}: kinds must be a list of ${kindNames.join(', ')}`)
  }
  return kinds
}

function offsetsOf({ offsets }: Row, place: string): RoomSpec['offsets'] {
  if (offsets === undefined) return undefined
  const entries = typeof offsets === 'object' && offsets !== null ? Object.entries(offsets) : [['', '']]
  if (!entries.every(([kind, value]) => kindNames.includes(kind as Kind) && Number.isFinite(value)))
    throw new UnusableDeviceFile(`${place}: offsets must be numbers by kind, such as {"temperature": 2}`)
  return Object.fromEntries(entries)
}

/** Reads a list of `{mac, key, name}`. */
export async function readNamedDevices(file: string): Promise<NamedDevice[]> {
  return (await readRows(file)).map((row, index) => named(row, `${file}, device ${index + 1}`))
}

type Row = Readonly<Record<string, unknown>>

async function readRows(file: string): Promise<Row[]> {
  let rows: unknown
  try {
    rows = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new UnusableDeviceFile(`${file} cannot be read or is not valid JSON`, { cause: error })
  }
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === 'object' && row !== null)) {
    throw new UnusableDeviceFile(`${file} must contain a list of devices`)
  }
  return rows
}

function named(row: Row, place: string): NamedDevice {
  const { mac, key, name } = row
  if (typeof mac !== 'string' || !isMac(mac.toUpperCase())) {
    throw new UnusableDeviceFile(`${place}: mac must look like A4:CF:12:7B:03:9E`)
  }
  if (typeof key !== 'string' || key === '') throw new UnusableDeviceFile(`${place}: key is missing`)
  return { mac: mac.toUpperCase(), key, name: typeof name === 'string' ? name : mac }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false // throws only for an unknown name
  }
}
