import type { Readable } from 'node:stream'
import { ingestLimits } from '@eot/contract/ingest'
import { Mac } from '@eot/contract/mac'
import { AppError } from '../../../platform/app-error.ts'
import { ownTurn } from '../../../platform/own-turn.ts'
import {
  bulkShare,
  type Intake,
  inputOfScanned,
  type RefusedSample,
  type Rejected,
  type Sender,
  settleSamples,
  takeSample,
} from '../intake/intake.ts'
import { parseJson } from '../intake/parse-json.ts'
import { type Refusal, refusalFor } from '../intake/sample.ts'
import { SampleScanner, type ScannedSample } from '../intake/sample-scanner.ts'
import { type Input, Submission } from '../writer/input.ts'

export interface BulkTaken {
  accepted: number
  duplicates: number
  rejected: Rejected[]
  rejectedCount: number
}

const newline = 0x0a
/** Shared by all requests, since it remembers addresses. */
const scanner = new SampleScanner()

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
  const submission = new Submission((error) => (error ? fail(error) : settle()))
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

/** What was taken from some lines. */
interface Taken {
  inputs: Input[]
  refused: RefusedSample[]
}

/** Nearly all lines are valid samples in the usual form. */
type Line = ScannedSample | UnusualLine

interface UnusualLine {
  mac: string | undefined
  /** The result of JSON.parse; undefined if the line is not valid JSON. */
  parsed: unknown
}

/** The lines of a part of the body, and where each ends. The ends are in an array of their own, to avoid an object per line. */
interface Lines {
  bytes: Buffer
  lines: Line[]
  ends: number[]
}

class LineReader {
  readonly #intake: Intake
  readonly #gateway: Gateway
  readonly #submission: Submission
  readonly #taken: BulkTaken
  /** The line whose end has not arrived; of one that is too long, only the beginning. */
  #rest: Buffer = Buffer.alloc(0)
  #index = 0
  #bytes = 0
  /** Senders by their address as written. */
  readonly #senders = new Map<string, Sender>()

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
    const read = this.#read(bytes)
    const { lines } = read
    await this.#loadDevices(lines)
    const arrivedAt = now()
    const taken: Taken = { inputs: [], refused: [] }
    const first = this.#index
    for (let nth = 0; nth < lines.length; nth += 1) {
      this.#takeLine(read, nth, arrivedAt, taken)
      this.#index += 1
    }
    const { inputs, rejected } = settleSamples(taken, arrivedAt, (index) => textOf(read, index - first))
    this.#taken.rejectedCount += rejected.length
    this.#taken.rejected.push(...rejected.slice(0, ingestLimits.rejectedListed - this.#taken.rejected.length))
    this.#submission.expect(inputs.length)
    writer.submit(inputs)
  }

  #read(bytes: Buffer): Lines {
    const lines: Line[] = []
    const ends: number[] = []
    for (let from = 0; from <= bytes.length; ) {
      const newlineAt = bytes.indexOf(newline, from)
      const end = newlineAt === -1 ? bytes.length : newlineAt
      const scanned = end - from > ingestLimits.lineBytes ? undefined : scanner.scan(bytes, from, end)
      lines.push(scanned ?? unusual(bytes.toString('utf8', from, end)))
      ends.push(end)
      from = end + 1
    }
    return { bytes, lines, ends }
  }

  async #loadDevices(lines: readonly Line[]): Promise<void> {
    const addresses = new Map<string, string>()
    for (const { mac } of lines) {
      if (mac === undefined || this.#senders.has(mac) || addresses.has(mac)) continue
      const { data } = Mac.safeParse(mac)
      if (data) addresses.set(mac, data)
    }
    if (addresses.size === 0) return
    const found = await this.#intake.directory.findByMacs([...new Set(addresses.values())])
    for (const [written, mac] of addresses) {
      const device = found.get(mac)
      if (!device?.sitePath.startsWith(this.#gateway.sitePath)) continue
      this.#senders.set(written, { device, channel: 'bulk', submission: this.#submission })
      this.#intake.interfaces.note(device, 'Gateway', this.#gateway.ip)
    }
  }

  #takeLine(read: Lines, nth: number, now: number, taken: Taken): void {
    const line = read.lines[nth] as Line // within the bounds
    const { mac } = line
    const sender = mac === undefined ? undefined : this.#senders.get(mac)
    if (sender && 'values' in line) {
      const input = inputOfScanned(line, this.#index, sender, this.#intake, now)
      if (input) {
        taken.inputs.push(input)
        return
      }
    }
    const text = textOf(read, nth)
    if (text.trim() === '') return
    const refusal =
      sizeOf(read, nth) > ingestLimits.lineBytes
        ? refusalFor('too large')
        : this.#judge('values' in line ? parseJson(text) : line.parsed, sender, now, taken.inputs)
    if (!refusal) return
    const given = { device: sender?.device ?? null, mac: mac ?? null }
    taken.refused.push({
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

const startOf = ({ ends }: Lines, nth: number): number => (nth === 0 ? 0 : (ends[nth - 1] as number) + 1)
const sizeOf = (read: Lines, nth: number): number => (read.ends[nth] ?? 0) - startOf(read, nth)
const textOf = (read: Lines, nth: number): string =>
  read.bytes.toString('utf8', startOf(read, nth), read.ends[nth] ?? 0)

function unusual(text: string): UnusualLine {
  const parsed = parseJson(text)
  return { mac: macOf(parsed), parsed }
}

function macOf(sample: unknown): string | undefined {
  if (typeof sample !== 'object' || sample === null) return undefined
  const mac: unknown = 'mac' in sample ? sample.mac : 'Mac' in sample ? sample.Mac : undefined
  return typeof mac === 'string' && mac.length <= 64 ? mac : undefined
}
