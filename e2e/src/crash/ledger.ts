import type { PortalDevice } from '@eot/server/test/portal-client'
import type { CrashSample, Stream } from './streams.ts'

/** The samples of one device, and which of them were acknowledged. */
export class Ledger {
  readonly device: PortalDevice
  readonly stream: Stream
  /** Samples 0 to `made` - 1 were handed to the sender. */
  made = 0
  repeats = 0
  late = 0
  /** When each sample was acknowledged first, in epoch ms. */
  readonly #acknowledged = new Map<number, number>()

  constructor(device: PortalDevice, stream: Stream) {
    this.device = device
    this.stream = stream
  }

  sample(n: number): CrashSample {
    return this.stream.sampleAt(n)
  }

  acknowledge(numbers: readonly number[]): void {
    for (const n of numbers) if (!this.#acknowledged.has(n)) this.#acknowledged.set(n, Date.now())
  }

  isAcknowledged(n: number): boolean {
    return this.#acknowledged.has(n)
  }

  acknowledgedAt(n: number): number | undefined {
    return this.#acknowledged.get(n)
  }

  get acknowledgedCount(): number {
    return this.#acknowledged.size
  }
}
