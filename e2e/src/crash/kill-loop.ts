import { join } from 'node:path'
import { type ChildProgram, launchProgram, type ProgramPorts } from '@eot/server/test/child-program'
import { killPostgresIn } from '@eot/server/test/kill-postgres'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import type { Ledger } from './ledger.ts'
import { startTraffic, type Traffic } from './traffic.ts'

export type Victim = 'program' | 'postgres' | 'both'

export interface KillPlan {
  dataDir: string
  seed: number
  random: () => number
  kills: readonly Victim[]
  deviceCount: number
  /** Default: the embedded PostgreSQL. */
  database?: Database
}

export interface Database {
  url: string
  /** Kills all processes of a server, which then restarts by itself. */
  kill(): Promise<void>
}

export interface KillAccount {
  ledgers: readonly Ledger[]
  killed: Record<Victim, number>
  /** Milliseconds from each kill until the next acknowledgment. */
  recoveredAfterMs: number[]
  exitCode: number | null
}

export const siteZone = 'Europe/Berlin'
const longestPauseMs = 4_000
/** One in this many kills does not wait until everything is running again. */
const hastyShare = 0.25
const recoverWithinMs = 60_000
const leastMs = 600_000
/** A kill with its pause and recovery takes less on average, even on a busy machine. */
const longestKillMs = 15_000
const pollMs = 20

/** Runs the program under load, kills processes at random moments as planned, and lets the senders finish. */
export async function runKillLoop(plan: KillPlan): Promise<KillAccount> {
  const { dataDir, seed, random, kills, deviceCount, database } = plan
  const environment = database && { DATABASE_URL: database.url }
  let program = launchProgram({ dataDir, ...(environment && { environment }) })
  let traffic: Traffic | undefined
  try {
    const ports = await program.ready
    const place: Place = { dataDir, ports, ...(environment && { environment }) }
    const killDatabase = database?.kill ?? (async () => killPostgresIn(join(dataDir, 'pg')))
    const portal = await signInAsAdministrator(ports.http)
    const site = await createSite(portal, { Name: 'Crash', TimeZone: siteZone })
    const devices = await createDevices(portal, site.id, { count: deviceCount, firstMac: 1 })
    const longestMs = Math.max(leastMs, kills.length * longestKillMs)
    const { gatewayToken } = site
    traffic = startTraffic({ devices, gatewayToken, ports, seed, random, longestMs })
    const killed: Record<Victim, number> = { program: 0, postgres: 0, both: 0 }
    const recoveredAfterMs: number[] = []
    for (const victim of kills) {
      const isHasty = random() < hastyShare
      if (!isHasty) program = await keepRunning(program, place, traffic)
      await pause(random() * longestPauseMs)
      const before = traffic.acknowledged()
      const killedAt = performance.now()
      program = await kill(victim, program, place, killDatabase)
      killed[victim] += 1
      if (isHasty) continue
      program = await keepRunning(program, place, traffic, before)
      recoveredAfterMs.push(Math.round(performance.now() - killedAt))
    }
    program = await keepRunning(program, place, traffic)
    await traffic.finish()
    await traffic.close()
    return { ledgers: traffic.ledgers, killed, recoveredAfterMs, exitCode: await program.stop() }
  } finally {
    await traffic?.close()
    if (!program.hasEnded) await program.kill()
  }
}

interface Place {
  dataDir: string
  ports: ProgramPorts
  environment?: NodeJS.ProcessEnv
}

/** Returns the program that is running now. */
async function kill(
  victim: Victim,
  program: ChildProgram,
  place: Place,
  killDatabase: () => Promise<void>,
): Promise<ChildProgram> {
  if (victim !== 'postgres') await program.kill()
  if (victim !== 'program') await killDatabase()
  return victim === 'postgres' ? program : launchProgram(place)
}

/**
 * Waits until senders are acknowledged again. A program may exit if its database is killed during its start, and is then
 * started again, as a supervisor would. Once ready, it never exits by itself.
 */
async function keepRunning(
  program: ChildProgram,
  place: Place,
  traffic: Traffic,
  before = traffic.acknowledged(),
): Promise<ChildProgram> {
  const endsAt = performance.now() + recoverWithinMs
  let current = program
  let wasReady = false
  let watched: ChildProgram | undefined
  while (traffic.acknowledged() === before) {
    traffic.check()
    if (watched !== current) {
      watched = current
      wasReady = false
      const own = current
      current.ready.then(
        () => {
          if (watched === own) wasReady = true
        },
        () => undefined, // handled below, as the exit of the program
      )
    }
    if (current.hasEnded) {
      if (wasReady) throw new Error(`the program exited unexpectedly:\n${current.said.join('\n')}`)
      current = launchProgram(place)
    }
    if (performance.now() > endsAt) {
      throw new Error(`nothing was acknowledged for ${recoverWithinMs} ms:\n${current.said.join('\n')}`)
    }
    await pause(pollMs)
  }
  return current
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
