import type pg from 'pg'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { RefusedInput } from './input.ts'

const minuteMs = 60_000
/** Beyond this many different senders and reasons, the rest of a write shares a row. */
const mostRows = 200
/** Beyond this many unknown senders per minute, the rest share a row, so that senders without a key cannot fill the disk. */
const mostUnknownSenders = 1000
const payloadLength = 1024

interface QuarantineRow {
  minute: string
  received_at: string
  channel: string
  mac: string
  device_id: string | null
  site_id: string | null
  reason: string
  payload: string
  count: number
  out_of_range: string[]
}

/** Stores rejected inputs. Similar ones share a row, so that a flood of invalid data costs little. */
export async function insertRefused(client: pg.ClientBase, refused: readonly RefusedInput[]): Promise<void> {
  if (refused.length === 0) return
  await client.query(
    `insert into quarantine (minute, received_at, channel, mac, device_id, site_id, reason, payload, count,
       out_of_range)
     select minute, received_at, channel, mac, device_id, site_id, reason, payload, count, out_of_range
     from jsonb_populate_recordset(null::quarantine, $1::jsonb)
     on conflict (minute, channel, mac, reason) do update
       set count = quarantine.count + excluded.count, received_at = excluded.received_at,
       out_of_range = array(select unnest(quarantine.out_of_range) union select unnest(excluded.out_of_range))`,
    [JSON.stringify(toRows(refused, unknownSenders))],
  )
}

/** Unknown senders with rows of their own in the current minute. */
export interface UnknownSenders {
  minute: string
  macs: Set<string>
}
const unknownSenders: UnknownSenders = { minute: '', macs: new Set() }

export function toRows(refused: readonly RefusedInput[], unknownSenders: UnknownSenders): QuarantineRow[] {
  const rows = new Map<string, QuarantineRow>()
  for (const input of refused) {
    const minute = new Date(Math.floor(input.receivedAt / minuteMs) * minuteMs).toISOString()
    const sender = printable((input.device?.mac ?? input.mac ?? '').slice(0, 64))
    const isListed =
      rows.size < mostRows && (input.device !== null || mayBeListed(sender, minute, unknownSenders))
    const mac = isListed ? sender : '(others)'
    const key = `${minute}/${input.channel}/${mac}/${input.reason}`
    const known = rows.get(key)
    if (known) {
      known.count += 1
      for (const sensor of input.outOfRange)
        if (!known.out_of_range.includes(sensor)) known.out_of_range.push(sensor)
    } else rows.set(key, toRow(input, minute, mac, isListed ? input.device : null))
  }
  return [...rows.values()]
}

function mayBeListed(sender: string, minute: string, unknownSenders: UnknownSenders): boolean {
  if (unknownSenders.minute !== minute) {
    unknownSenders.minute = minute
    unknownSenders.macs.clear()
  }
  if (unknownSenders.macs.size < mostUnknownSenders) unknownSenders.macs.add(sender)
  return unknownSenders.macs.has(sender)
}

function toRow(
  input: RefusedInput,
  minute: string,
  mac: string,
  /** The device whose site may see the row; null for a row that represents many senders. */
  device: DeviceEntry | null,
): QuarantineRow {
  return {
    minute,
    received_at: new Date(input.receivedAt).toISOString(),
    channel: input.channel,
    mac,
    device_id: device?.id ?? null,
    site_id: device?.siteId ?? null,
    reason: input.reason,
    payload: printable(input.payload.slice(0, payloadLength)),
    count: 1,
    out_of_range: [...input.outOfRange],
  }
}

/** Replaces characters that PostgreSQL cannot store or that are unreadable: NUL, control characters and lone surrogates. */
function printable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, '·')
}
