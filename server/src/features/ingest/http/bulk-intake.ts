import type { Readable } from 'node:stream'
import { ingestLimits } from '@eot/contract/ingest'
import { normalizeMac } from '@eot/contract/mac'
import { AppError } from '../../../platform/app-error.ts'
import { ownTurn } from '../../../platform/own-turn.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import {
  bulkShare,
  type Intake,
  type RefusedSample,
  type Rejected,
  readingInput,
  type Sender,
  settleSamples,
  takeSample,
} from '../intake/intake.ts'
import { parseJson } from '../intake/parse-json.ts'
import { isRefusal, judgeScanned, type Refusal, refusalFor } from '../intake/sample.ts'
import { SampleScanner, type ScannedSample } from '../intake/sample-scanner.ts'
import { type Input, Submission } from '../writer/input.ts'

export interface BulkTaken {
  accepted: number
  duplicates: number
  rejected: Rejected[]
  rejectedCount: number
}

const newline = 0x0a

/**
 * Reads samples, one per line, of devices at the gateway's site or below it, while earlier ones are being written.
 * Stops reading while the queue is full. Resolves when all samples are durable.
 */
export async function takeBulk(body: Readable, gateway: Gateway, intake: Intake): Promise<BulkTaken> {
  const taken: BulkTaken = { accepted: 0, duplicates: 0, rejected: [], rejectedCount: 0 }
  let settle: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const settled = new Promise<void>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  settled.catch(() => undefined) // handled by the await below, even if reading fails first
  const submission = new Submission((outcome) => (outcome.ok ? settle() : fail(outcome.error)))
  const reader = new LineReader(intake, gateway, submission, taken)
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) await reader.take(chunk)
    await reader.finish()
  } finally {
    submission.close()
    // After a rejection the rest is read and discarded: a sender that is still writing would not see the response, and
    // a connection that is not read would not close.
    body.resume()
  }
  await settled
  taken.accepted = submission.accepted
  taken.duplicates = submission.duplicates
  return taken
}

/** The sender of bulk data: the path of its site, and its network address. */
export interface Gateway {
  sitePath: string
  ip: string
}

/** What was read from some lines. */
interface Read {
  inputs: Input[]
  refused: RefusedSample[]
}

interface Line {
  from: number
  to: number
  mac: string | undefined
  /** Set for a valid sample in the usual form, which nearly all have. */
  scanned: ScannedSample | undefined
  /** The result of JSON.parse for any other line; undefined if it is not valid JSON. */
  parsed: unknown
}

class LineReader {
  readonly #intake: Intake
  readonly #gateway: Gateway
  readonly #submission: Submission
  readonly #taken: BulkTaken
  readonly #scanner = new SampleScanner()
  /** The line whose end has not arrived; of one that is too long, only the beginning. */
  #rest: Buffer = Buffer.alloc(0)
  #index = 0
  #bytes = 0
  /** The gateway's devices by their address as written. */
  readonly #devices = new Map<string, DeviceEntry>()

  constructor(intake: Intake, gateway: Gateway, submission: Submission, taken: BulkTaken) {
    this.#intake = intake
    this.#gateway = gateway
    this.#submission = submission
    this.#taken = taken
  }

  async take(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length
    if (this.#bytes > ingestLimits.bulkBytes) throw new AppError('payload_too_large')
    const isTooLong = this.#rest.length > ingestLimits.lineBytes
    const end = chunk.lastIndexOf(newline)
    if (end === -1) {
      if (!isTooLong) this.#rest = Buffer.concat([this.#rest, chunk]).subarray(0, ingestLimits.lineBytes + 1)
      return
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(isTooLong ? chunk.indexOf(newline) : 0, end)])
    this.#rest = chunk.subarray(end + 1)
    await this.#takeLines(whole)
  }

  async finish(): Promise<void> {
    if (this.#rest.length > 0) await this.#takeLines(this.#rest)
  }

  async #takeLines(bytes: Buffer): Promise<void> {
    const { now, writer } = this.#intake
    await writer.room(bulkShare)
    await ownTurn(this.#index)
    const refusal = writer.refusal()
    if (refusal) throw refusal
    const lines = this.#read(bytes)
    await this.#loadDevices(lines)
    const arrivedAt = now()
    const read: Read = { inputs: [], refused: [] }
    const first = this.#index
    for (const line of lines) {
      this.#takeLine(line, bytes, arrivedAt, read)
      this.#index += 1
    }
    const { inputs, rejected } = settleSamples(read, arrivedAt, (index) => {
      const line = lines[index - first]
      return line ? bytes.toString('utf8', line.from, line.to) : ''
    })
    this.#taken.rejectedCount += rejected.length
    this.#taken.rejected.push(...rejected.slice(0, ingestLimits.rejectedListed - this.#taken.rejected.length))
    this.#submission.expect(inputs.length)
    writer.submit(inputs)
  }

  #read(bytes: Buffer): Line[] {
    const lines: Line[] = []
    for (let from = 0; from <= bytes.length; ) {
      const newlineAt = bytes.indexOf(newline, from)
      const to = newlineAt === -1 ? bytes.length : newlineAt
      const scanned = to - from > ingestLimits.lineBytes ? undefined : this.#scanner.scan(bytes, from, to)
      const parsed = scanned ? undefined : parseJson(bytes.toString('utf8', from, to))
      lines.push({ from, to, mac: scanned ? scanned.mac : macOf(parsed), scanned, parsed })
      from = to + 1
    }
    return lines
  }

  async #loadDevices(lines: readonly Line[]): Promise<void> {
    const macs = new Set<string>()
    for (const { mac } of lines) if (mac !== undefined && !this.#devices.has(mac)) macs.add(mac)
    if (macs.size === 0) return
    const found = await this.#intake.directory.findByMacs([...macs].map(normalizeMac))
    for (const mac of macs) {
      const device = found.get(normalizeMac(mac))
      if (!device?.sitePath.startsWith(this.#gateway.sitePath)) continue
      this.#devices.set(mac, device)
      this.#intake.interfaces.note(device, 'Gateway', this.#gateway.ip)
    }
  }

  #takeLine({ from, to, mac, scanned, parsed }: Line, bytes: Buffer, now: number, read: Read): void {
    const device = mac === undefined ? undefined : this.#devices.get(mac)
    const sender = device && { device, channel: 'bulk' as const, submission: this.#submission }
    if (scanned && sender) {
      const judged = judgeScanned(scanned, now, now - this.#intake.retentionMs, device.arrivedAt)
      if (!isRefusal(judged)) {
        read.inputs.push(readingInput(judged, this.#index, sender, now))
        return
      }
    }
    const text = bytes.toString('utf8', from, to)
    if (text.trim() === '') return
    const refusal =
      to - from > ingestLimits.lineBytes
        ? refusalFor('too large')
        : this.#judge(scanned ? parseJson(text) : parsed, sender, now, read.inputs)
    if (!refusal) return
    const given = { device: device ?? null, mac: mac ?? null }
    read.refused.push({
      index: this.#index,
      refusal,
      sender: { ...given, channel: 'bulk', submission: this.#submission },
      payload: text,
    })
  }

  #judge(sample: unknown, sender: Sender | undefined, now: number, inputs: Input[]): Refusal | null {
    if (sample === undefined) return refusalFor('not valid JSON')
    if (!sender) return refusalFor('unknown device')
    return takeSample(sample, this.#index, sender, this.#intake, now, inputs)
  }
}

function macOf(sample: unknown): string | undefined {
  if (typeof sample !== 'object' || sample === null) return undefined
  const mac: unknown = 'mac' in sample ? sample.mac : 'Mac' in sample ? sample.Mac : undefined
  return typeof mac === 'string' && mac.length <= 64 ? mac : undefined
}
