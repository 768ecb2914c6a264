import type { ProgramPorts } from '@eot/server/test/child-program'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { disorder } from './disorder.ts'
import { Ledger } from './ledger.ts'
import { bulkSender, directly, type Entrance, httpSender, mqttSender, type Sender } from './sender.ts'
import { alarmStream, calmStream } from './streams.ts'

export interface Traffic {
  readonly ledgers: readonly Ledger[]
  acknowledged(): number
  /** Throws if a sender has failed. */
  check(): void
  /** Stops taking samples and waits until all are acknowledged. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Of ten devices, five are on MQTT, three on HTTP and two behind a gateway; two raise alarms, one of them on MQTT. */
const channels = ['mqtt', 'mqtt', 'mqtt', 'mqtt', 'mqtt', 'http', 'http', 'http', 'bulk', 'bulk'] as const
const alarmPlaces = [0, 5]
/** 500 samples per second from 50 devices, including duplicates. */
const calmPerSecond = 11
const alarmPerSecond = 4
const calmWindow = 30
const otherWayShare = 0.3
const tickMs = 50
/** How long the senders may get nothing acknowledged after the last kill. */
const progressWithinMs = 60_000

interface Member {
  ledger: Ledger
  sender: Sender
  perSecond: number
  order: ReturnType<typeof disorder>
}

export type TrafficOptions = {
  devices: readonly PortalDevice[]
  gatewayToken: string
  seed: number
  random: () => number
  /** Maximum duration. Alarming devices report less often if their samples would not suffice. */
  longestMs: number
  /** Share of the usual samples per second. Default: 1. */
  pace?: number
  /** Where devices report: to one program, or elsewhere. */
} & ({ ports: ProgramPorts } | { entrance: Entrance })

export function startTraffic(options: TrafficOptions): Traffic {
  const { devices, seed, random, longestMs, pace = 1 } = options
  const entrance = 'ports' in options ? directly(options.ports) : options.entrance
  const now = Date.now()
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  const gateway = bulkSender(options.gatewayToken, entrance, fail)
  const members = devices.map((device, index): Member => {
    const place = index % channels.length
    const isAlarming = alarmPlaces.includes(place)
    const stream = isAlarming ? alarmStream(seed + index, now) : calmStream(seed + index, now)
    const ledger = new Ledger(device, stream)
    const open = {
      mqtt: () => mqttSender(ledger, entrance, isAlarming ? 1 : calmWindow, fail),
      http: () => httpSender(ledger, entrance, fail),
      bulk: () => gateway,
    }
    return {
      ledger,
      sender: open[channels[place] ?? 'mqtt'](),
      perSecond: Math.min(
        pace * (isAlarming ? alarmPerSecond : calmPerSecond),
        (stream.length * 1000) / longestMs,
      ),
      order: disorder(random, isAlarming),
    }
  })

  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000
    for (const member of members) {
      const due = Math.floor(seconds * member.perSecond)
      measure(member, Math.min(due, member.ledger.stream.length))
    }
  }, tickMs)

  function measure({ ledger, sender, order }: Member, due: number): void {
    while (ledger.made < due) {
      const { first, again } = order.next(ledger.made)
      if (!first.includes(ledger.made)) ledger.late += 1
      ledger.made += 1
      ledger.repeats += again.length
      sender.send(ledger, first)
      for (const n of again) {
        // A duplicate may use another channel than the original, but must not overtake samples whose order matters.
        const isFree = !ledger.stream.isAlarming || ledger.isAcknowledged(n)
        const another = isFree && random() < otherWayShare
        ;(another ? gateway : sender).send(ledger, [n])
      }
    }
  }

  const senders = new Set([...members.map(({ sender }) => sender), gateway])
  const check = () => {
    if (failure !== undefined) throw failure
  }
  return {
    ledgers: members.map(({ ledger }) => ledger),
    acknowledged: () => members.reduce((sum, { ledger }) => sum + ledger.acknowledgedCount, 0),
    check,
    async finish() {
      clearInterval(timer)
      for (const { ledger, sender, order } of members) sender.send(ledger, order.rest())
      const countWaiting = () => [...senders].reduce((sum, { waiting }) => sum + waiting, 0)
      let fewest = countWaiting()
      let progressAt = performance.now()
      while (countWaiting() > 0) {
        check()
        if (countWaiting() < fewest) {
          fewest = countWaiting()
          progressAt = performance.now()
        }
        if (performance.now() > progressAt + progressWithinMs)
          throw new Error(`${fewest} samples are still not acknowledged`)
        await new Promise((resolve) => setTimeout(resolve, tickMs))
      }
      check()
    },
    async close() {
      clearInterval(timer)
      await Promise.all([...senders].map((sender) => sender.close()))
    },
  }
}
