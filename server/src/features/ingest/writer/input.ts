import type { EndReason } from '@eot/contract/alerts'
import type { SensorKey } from '@eot/contract/vocabulary'
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
  /** How far the sent time is ahead of the arrival, in ms; 0 if it is accepted. */
  aheadMs: number
  channel: Channel
  submission: Submission
  index: number
  /** Whether `at` is the time of arrival, since the device sent none. It may be moved by a few milliseconds. */
  isArrivalTime?: boolean
  /** The event that the device reports as begun or ended. Absent: it sends values. */
  event?: ReportedEvent
  /** The sensor whose event this reading ends. Set only for readings created by the program itself. */
  ends?: SensorKey
}

export interface ReportedEvent {
  kind: SensorKey
  isOver: boolean
}

/** A status message of a device, or its last will. */
export interface ContactInput {
  kind: 'contact'
  device: DeviceEntry
  receivedAt: number
  /** false for a last will. */
  isOnline: boolean
  /** Of a last will: when the device was last heard on that connection, in epoch ms. Absent: unknown, or no last will. */
  heardAt?: number | undefined
  flags: Partial<DeviceFlags>
  firmware: string | null
  interval: number | null
  submission: Submission
}

/** A device seems silent; `evaluate` decides whether it still is. */
export interface SilenceInput {
  kind: 'silence'
  device: DeviceEntry
  /** Before this instant the program was not listening. */
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
  /** The number of alerts it ended, reset on each evaluation of its batch. */
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
  /** The sensors with values that were rejected as impossible. */
  outOfRange: readonly SensorKey[]
  submission: Submission
}

export type Input = ReadingInput | ContactInput | SilenceInput | TickInput | EndInput | RefusedInput

/** Receives null when all is durable, or why something could not be stored. */
export type OnSettled = (error: Error | null) => void

/** The inputs one sender submitted together. Settles once, when all are durable or one has failed. */
export class Submission {
  accepted = 0
  duplicates = 0
  #waiting = 0
  #closed = false
  #error: Error | null = null
  readonly #onSettled: OnSettled

  constructor(onSettled: OnSettled) {
    this.#onSettled = onSettled
  }

  expect(count: number): void {
    this.#waiting += count
  }

  /** No more inputs will be submitted. */
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
    this.#onSettled(this.#error)
  }
}
