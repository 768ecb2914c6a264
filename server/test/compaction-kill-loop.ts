import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Answer, Delivery } from './compacting-program.ts'
import type { SentSample } from './send-samples.ts'

const program = fileURLToPath(new URL('./compacting-program.ts', import.meta.url))

export interface CompactionKillPlan {
  url: string
  /** Addresses of the reporting devices. */
  macs: readonly string[]
  /** The age in days of each device's first sample. */
  days: number
  now: number
  kills: { program: number; postgres: number }
  killPostgres: () => void
  random: () => number
}

export interface CompactionKillAccount {
  /** All samples of each device, by their time; each was acknowledged. */
  sent: ReadonlyMap<string, ReadonlyMap<number, Record<string, number>>>
  killed: { program: number; postgres: number }
  /** A lower bound for the readings and minutes that became compact in the meantime. */
  compacted: number
  late: number
  repeated: number
}

const stepMs = 300_000
const dayMs = 86_400_000
const samplesAtOnce = 36
const lateShare = 0.1
/** Long enough that a kill may come at any moment of the processing after a report. */
const longestPauseMs = 200

/**
 * Simulates devices that report some days, a few hours at once, with late and repeated samples, to a program that makes past
 * days compact at the same time and is killed with -9, as is PostgreSQL. Unacknowledged samples are sent again.
 */
export async function runCompactionKillLoop(plan: CompactionKillPlan): Promise<CompactionKillAccount> {
  const { macs, kills, random } = plan
  const account = { killed: { program: 0, postgres: 0 }, compacted: 0, late: 0, repeated: 0 }
  const sent = new Map(macs.map((mac) => [mac, new Map<number, Record<string, number>>()]))
  const waiting = new Map<number, (isStored: boolean) => void>()
  let last = 0
  let isOver = false
  let reports = 0
  let child = start()

  function start(): ChildProcess {
    const started = fork(program, [plan.url, String(plan.now)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (answer: Answer) => {
      if ('compacted' in answer) account.compacted += answer.compacted
      else waiting.get(answer.id)?.(answer.isStored)
    })
    started.on('exit', () => {
      for (const answer of waiting.values()) answer(false)
      if (!isOver) child = start()
    })
    return started
  }

  async function deliver(mac: string, samples: SentSample[]): Promise<void> {
    for (;;) {
      last += 1
      const id = last
      const isStored = await new Promise<boolean>((resolve) => {
        waiting.set(id, resolve)
        const delivery: Delivery = { id, mac, samples }
        child.send(delivery, (error) => error && resolve(false))
      })
      waiting.delete(id)
      if (isStored) return
      await delay(20)
    }
  }

  async function report(mac: string, device: number): Promise<void> {
    const known = sent.get(mac) ?? new Map()
    const held: SentSample[] = []
    const steps = (plan.days * dayMs) / stepMs
    for (let step = 0; step < steps; step += samplesAtOnce) {
      const samples: SentSample[] = []
      for (let n = step; n < Math.min(steps, step + samplesAtOnce); n += 1) {
        const at = plan.now - plan.days * dayMs + n * stepMs + Math.floor(random() * 1000)
        const readings = {
          temperature: Math.round(1800 + random() * 900) / 100,
          noise: (300 + ((n * 7 + device) % 300)) / 10,
          ...(n % 3 === 0 && { CO: 0.400001 }),
        }
        known.set(at, readings)
        ;(random() < lateShare && n < steps - 1 ? held : samples).push({ at, readings })
      }
      const isBack = random() < 0.2 || step + samplesAtOnce >= steps
      const back = isBack ? held.splice(0) : []
      account.late += back.length
      const times = [...known.keys()]
      const again =
        random() < 0.3 ? times.slice(0, times.length - samplesAtOnce).filter((_, n) => n % 9 === 0) : []
      const unsent = new Set(held.map(({ at }) => at))
      const repeats = again
        .filter((at) => !unsent.has(at))
        .map((at) => ({ at, readings: known.get(at) ?? {} }))
      account.repeated += repeats.length
      await deliver(mac, samples)
      reports += 1
      if (back.length > 0) await deliver(mac, back)
      if (repeats.length > 0) await deliver(mac, repeats)
    }
  }

  /** Kills are distributed over all samples, at random points. */
  async function kill(): Promise<void> {
    const victims = (['program', 'postgres'] as const).flatMap((victim) =>
      Array.from({ length: kills[victim] }, () => victim),
    )
    const total = (macs.length * plan.days * dayMs) / stepMs / samplesAtOnce
    for (let n = 0, count = victims.length; n < count; n += 1) {
      const [victim] = victims.splice(Math.floor(random() * victims.length), 1)
      const wanted = ((n + random()) / count) * total * 0.9
      while (reports < wanted) await delay(5)
      await delay(random() * longestPauseMs)
      if (victim === 'postgres') plan.killPostgres()
      else {
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      }
      if (victim) account.killed[victim] += 1
    }
  }

  try {
    await Promise.all([kill(), ...macs.map(report)])
    return { ...account, sent }
  } finally {
    isOver = true
    child.kill('SIGKILL')
  }
}
