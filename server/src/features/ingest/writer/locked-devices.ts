import { AppError } from '../../../platform/app-error.ts'
import { devicesOf } from './batch-contents.ts'
import type { Input } from './input.ts'

/** After a lock timeout, the lock of a device is checked for this long before each write. */
const checkedMs = 60_000

/** An input cannot be stored now, since another transaction has locked the state of its device. */
export class DeviceLocked extends AppError {
  constructor() {
    super('overloaded')
  }
}

/** Devices whose state another transaction had locked when it was to be written. */
export class LockedDevices {
  readonly #checkedUntil = new Map<number, number>()
  readonly #monotonicMs: () => number

  constructor(monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs
  }

  add(numbers: Iterable<number>): void {
    for (const no of numbers) this.#checkedUntil.set(no, this.#monotonicMs() + checkedMs)
  }

  remove(numbers: Iterable<number>): void {
    for (const no of numbers) this.#checkedUntil.delete(no)
  }

  /** Returns the numbers of the devices in a batch that may still be locked. */
  in(batch: readonly Input[]): number[] {
    const now = this.#monotonicMs()
    for (const [no, until] of this.#checkedUntil) if (now >= until) this.#checkedUntil.delete(no)
    if (this.#checkedUntil.size === 0) return []
    return [...devicesOf(batch)].map(({ no }) => no).filter((no) => this.#checkedUntil.has(no))
  }
}
