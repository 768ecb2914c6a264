import type { EndReason } from '../../alerts/index.ts'
import type { Values } from '../../readings/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { DeviceFlags } from '../devices/device-runtime.ts'
import type { Reason } from './quarantine-reason.ts'

export type Channel = 'mqtt' | 'http' | 'bulk'

export interface ReadingInput {
  kind: 'reading'
  device: DeviceEntry
  /** Effective time and time of arrival, epoch ms. */
  at: number
  receivedAt: number
  values: Values
  /** How far the time it was sent with lies ahead of its arrival, ms; 0 where it is believed. */
  aheadMs: number
  channel: Channel
  submission: Submission
  index: number
}

/** A device said something about itself, or the network said it is gone. */
export interface ContactInput {
  kind: 'contact'
  device: DeviceEntry
  receivedAt: number
  /** false: its last will. */
  isOnline: boolean
  flags: Partial<DeviceFlags>
  firmware: string | null
  interval: number | null
  submission: Submission
}

/** Nothing was heard for long; `evaluate` judges whether that is still so. */
export interface SilenceInput {
  kind: 'silence'
  device: DeviceEntry
  /** Before this instant the program itself was not listening. */
  listeningSince: number
  submission: Submission
}

export interface TickInput {
  kind: 'tick'
  device: DeviceEntry
  typeKey: string
  submission: Submission
}

export interface EndInput {
  kind: 'end'
  device: DeviceEntry
  reason: EndReason
  userId: string | null
  /** How many alerts it ended; set anew each time its batch is evaluated. */
  ended: number
  submission: Submission
}

export interface RefusedInput {
  kind: 'refused'
  receivedAt: number
  channel: Channel
  mac: string | null
  device: DeviceEntry | null
  reason: Reason
  payload: string
  submission: Submission
}

export type Input = ReadingInput | ContactInput | SilenceInput | TickInput | EndInput | RefusedInput

export type Outcome = { ok: true } | { ok: false; error: Error }

/** What one sender handed over together and waits for. Settled once, when the last of it is durable or has failed. */
export class Submission {
  accepted = 0
  duplicates = 0
  #waiting = 0
  #closed = false
  #error: Error | null = null
  readonly #onSettled: (outcome: Outcome) => void

  constructor(onSettled: (outcome: Outcome) => void) {
    this.#onSettled = onSettled
  }

  expect(count: number): void {
    this.#waiting += count
  }

  /** Nothing more will be handed over. */
  close(): void {
    this.#closed = true
    this.#settle()
  }

  done(): void {
    this.#waiting -= 1
    this.#settle()
  }

  fail(error: Error): void {
    this.#error ??= error
    this.done()
  }

  #settle(): void {
    if (!this.#closed || this.#waiting > 0) return
    this.#onSettled(this.#error ? { ok: false, error: this.#error } : { ok: true })
  }
}
