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
  readonly #acknowledged = new Set<number>()

  constructor(device: PortalDevice, stream: Stream) {
    this.device = device
    this.stream = stream
  }

  sample(n: number): CrashSample {
    return this.stream.sampleAt(n)
  }

  acknowledge(numbers: readonly number[]): void {
    for (const n of numbers) this.#acknowledged.add(n)
  }

  isAcknowledged(n: number): boolean {
    return this.#acknowledged.has(n)
  }

  get acknowledgedCount(): number {
    return this.#acknowledged.size
  }
}
