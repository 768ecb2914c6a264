import type { Readable } from 'node:stream'
import { normalizeMac } from '@eot/contract/devices'
import { ingestLimits } from '@eot/contract/ingest'
import { AppError } from '../../platform/app-error.ts'
import type { DeviceEntry } from './device-entry.ts'
import { type Input, Submission } from './input.ts'
import { type Intake, type Rejected, refusedInput, takeSample } from './intake.ts'
import type { Reason } from './sample.ts'

export interface BulkTaken {
  accepted: number
  duplicates: number
  rejected: Rejected[]
  rejectedCount: number
}

const newline = 0x0a
/** Lines are handed over in groups, so that the body is never in memory as a whole. */
const groupLines = 250
/** A gateway fills half of the queue at most: devices that report by themselves still find room. */
const bulkShare = 0.5

/**
 * Reads samples a line each, of devices at the gateway's site or below it, while earlier ones are being written; a full
 * queue stops the reading. Resolves when all are durable.
 */
export async function takeBulk(body: Readable, sitePath: string, intake: Intake): Promise<BulkTaken> {
  const taken: BulkTaken = { accepted: 0, duplicates: 0, rejected: [], rejectedCount: 0 }
  let settle: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const settled = new Promise<void>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  settled.catch(() => undefined) // reported by the await below, also when the reading fails first
  const submission = new Submission((outcome) => (outcome.ok ? settle() : fail(outcome.error)))
  const reader = new LineReader(intake, sitePath, submission, taken)
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) await reader.take(chunk)
    await reader.finish()
  } finally {
    submission.close()
    // What comes after a refusal is read and dropped: a sender that still writes would not see the answer, and a
    // connection that nobody reads would not end.
    body.resume()
  }
  await settled
  taken.accepted = submission.accepted
  taken.duplicates = submission.duplicates
  return taken
}

class LineReader {
  readonly #intake: Intake
  readonly #sitePath: string
  readonly #submission: Submission
  readonly #taken: BulkTaken
  #rest: Buffer = Buffer.alloc(0)
  #lines: string[] = []
  #index = 0
  #bytes = 0
  /** Whether an address as written is a device of this gateway. */
  readonly #devices = new Map<string, DeviceEntry>()

  constructor(intake: Intake, sitePath: string, submission: Submission, taken: BulkTaken) {
    this.#intake = intake
    this.#sitePath = sitePath
    this.#submission = submission
    this.#taken = taken
  }

  async take(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length
    if (this.#bytes > ingestLimits.bulkBytes) throw new AppError('payload_too_large')
    const end = chunk.lastIndexOf(newline)
    if (end === -1) {
      this.#rest = Buffer.concat([this.#rest, chunk])
      if (this.#rest.length > ingestLimits.lineBytes) throw new AppError('payload_too_large')
      return
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)])
    this.#rest = chunk.subarray(end + 1)
    for (const line of whole.toString('utf8').split('\n')) this.#lines.push(line)
    if (this.#lines.length >= groupLines) await this.#flush()
  }

  async finish(): Promise<void> {
    if (this.#rest.length > 0) this.#lines.push(this.#rest.toString('utf8'))
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const lines = this.#lines
    this.#lines = []
    await this.#intake.writer.room(bulkShare)
    const refusal = this.#intake.writer.refusal()
    if (refusal) throw refusal
    const samples = lines.map(parseLine)
    await this.#loadDevices(samples)
    const now = this.#intake.now()
    const inputs: Input[] = []
    samples.forEach((sample, offset) => {
      if (lines[offset]?.trim() !== '') this.#takeLine(sample, lines[offset] ?? '', this.#index, now, inputs)
      this.#index += 1
    })
    this.#submission.expect(inputs.length)
    this.#intake.writer.submit(inputs)
    // Lets the database's answers through between two groups, so that it is not kept waiting for its next statement.
    await new Promise((resolve) => setImmediate(resolve))
  }

  async #loadDevices(samples: readonly unknown[]): Promise<void> {
    const macs = new Set<string>()
    for (const sample of samples) {
      const mac = macOf(sample)
      if (mac !== undefined && !this.#devices.has(mac)) macs.add(mac)
    }
    if (macs.size === 0) return
    await this.#intake.directory.load([...macs].map(normalizeMac))
    for (const mac of macs) {
      const device = this.#intake.directory.peekMac(normalizeMac(mac))
      if (device?.sitePath.startsWith(this.#sitePath)) this.#devices.set(mac, device)
    }
  }

  #takeLine(sample: unknown, line: string, index: number, now: number, inputs: Input[]): void {
    if (sample === undefined || line.length > ingestLimits.lineBytes) {
      this.#refuse(
        index,
        null,
        null,
        sample === undefined ? 'not valid JSON' : 'too large',
        line,
        now,
        inputs,
      )
      return
    }
    const mac = macOf(sample)
    const device = mac === undefined ? undefined : this.#devices.get(mac)
    if (!device) {
      this.#refuse(index, null, mac ?? null, 'unknown device', line, now, inputs)
      return
    }
    const sender = { device, channel: 'bulk' as const, submission: this.#submission }
    const refusal = takeSample(sample, index, sender, this.#intake, now, inputs)
    if (refusal) this.#refuse(index, device, mac ?? null, refusal.reason, line, now, inputs, refusal.detail)
  }

  #refuse(
    index: number,
    device: DeviceEntry | null,
    mac: string | null,
    reason: Reason,
    line: string,
    now: number,
    inputs: Input[],
    detail: string = reason,
  ): void {
    this.#taken.rejectedCount += 1
    if (this.#taken.rejected.length < ingestLimits.rejectedListed)
      this.#taken.rejected.push({ Index: index, Reason: detail })
    inputs.push(
      refusedInput({ device, mac, channel: 'bulk', submission: this.#submission }, reason, line, now),
    )
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function macOf(sample: unknown): string | undefined {
  if (typeof sample !== 'object' || sample === null) return undefined
  const mac: unknown = 'mac' in sample ? sample.mac : 'Mac' in sample ? sample.Mac : undefined
  return typeof mac === 'string' && mac.length <= 64 ? mac : undefined
}
