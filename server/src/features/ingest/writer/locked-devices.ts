import type { DeviceEntry } from '../devices/device-entry.ts'
import { devicesOf } from './batch-contents.ts'
import type { Input } from './input.ts'

/** How long it is checked whether the state of a device is still locked before it is written. */
const checkedMs = 60_000

/** Devices whose state was locked by another transaction when it was to be written. */
export class LockedDevices {
  readonly #checkedUntil = new Map<number, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  add(devices: Iterable<DeviceEntry>): void {
    for (const { no } of devices) this.#checkedUntil.set(no, this.#now() + checkedMs)
  }

  /** Returns the numbers of the devices in a batch that may still be locked. */
  in(batch: readonly Input[]): number[] {
    const now = this.#now()
    for (const [no, until] of this.#checkedUntil) if (now >= until) this.#checkedUntil.delete(no)
    if (this.#checkedUntil.size === 0) return []
    return [...devicesOf(batch)].map(({ no }) => no).filter((no) => this.#checkedUntil.has(no))
  }
}
