import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import { type Cluster, pathForAccount, postgresEnvironment } from './cluster.ts'
import { endOrphanedPostgres } from './orphaned-postgres.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { postgresSettings } from './postgres-settings.ts'

const readyPollMs = 10
const restartDelayMs = { first: 100, most: 10_000 }
/** Timeouts of the shutdown steps. Their sum must stay within the 10 s that the program has for its shutdown. */
const stopWaitMs = { fast: 6_000, immediate: 2_000 }

type Ending = { code: number | null; signal: NodeJS.Signals | null }
type Server = { child: ChildProcess; ended: Promise<Ending> }
type Launch = { binaries: PostgresBinaries; cluster: Cluster; log: Log; settings?: readonly string[] }

/** Starts the server of the cluster and restarts it whenever it dies, until `stop`. */
export async function keepServerRunning(launch: Launch): Promise<{ stop(): Promise<void> }> {
  const { log } = launch
  const stopping = new AbortController()
  let server = await startServer(launch, stopping.signal)
  const supervision = supervise()

  async function supervise(): Promise<void> {
    while (true) {
      const ending = await server.ended
      if (stopping.signal.aborted) return
      log.error({ ...ending }, 'PostgreSQL exited unexpectedly; restarting it')
      const next = await restart(launch, stopping.signal)
      if (!next) return
      server = next
      if (stopping.signal.aborted) return stopServer(server)
    }
  }

  // Runs however the program ends, except after kill -9.
  const endWithProgram = () => void server.child.kill('SIGINT')
  process.once('exit', endWithProgram)

  return {
    async stop() {
      stopping.abort()
      await stopServer(server)
      await supervision
      process.off('exit', endWithProgram)
    },
  }
}

async function restart(launch: Launch, stop: AbortSignal): Promise<Server | undefined> {
  for (let waitMs = restartDelayMs.first; !stop.aborted; waitMs = Math.min(waitMs * 2, restartDelayMs.most)) {
    await Promise.race([delay(waitMs), once(stop, 'abort')])
    if (stop.aborted) break
    try {
      await endOrphanedPostgres(launch.cluster, launch.log)
      const server = await startServer(launch, stop)
      launch.log.info({ pid: server.child.pid }, 'PostgreSQL restarted')
      return server
    } catch (error) {
      if (!stop.aborted)
        launch.log.error({ err: error, retryInMs: waitMs * 2 }, 'PostgreSQL could not be restarted')
    }
  }
  return undefined
}

async function startServer(
  { binaries, cluster, log, settings = [] }: Launch,
  stop: AbortSignal,
): Promise<Server> {
  const path = pathForAccount(cluster)
  const socketDir = cluster.socketDir === cluster.directory ? path : cluster.socketDir
  const options = [...postgresSettings(socketDir), ...settings]
  const child = spawn(binaries.postgres, ['-D', path, ...options.flatMap((option) => ['-c', option])], {
    ...cluster.account,
    cwd: cluster.directory,
    env: postgresEnvironment(),
    // A separate session, so that Ctrl-C in the terminal reaches only the program, which then shuts down in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000)
  })
  // Not 'close', since a process that outlives the server may keep its stderr open.
  const ended = once(child, 'exit').then(([code, signal]): Ending => ({ code, signal }))
  const server = { child, ended }
  const startedAt = performance.now()
  let nextNoticeMs = 5_000
  while (!(await isReady(cluster.directory, child.pid))) {
    const ending = await Promise.race([ended, delay(readyPollMs)])
    if (ending) {
      await Promise.race([finished(child.stderr), delay(200)])
      throw new StartRefused(
        `PostgreSQL did not start (${ending.signal ?? ending.code}):\n${complaint}${await lastLines(cluster)}`,
      )
    }
    if (stop.aborted) {
      await stopServer(server)
      throw new Error('stopped while PostgreSQL was starting')
    }
    if (performance.now() - startedAt > nextNoticeMs) {
      nextNoticeMs += 5_000
      log.info('PostgreSQL is still starting; after a crash it first replays its write-ahead log')
    }
  }
  return server
}

async function stopServer({ child, ended }: Server): Promise<void> {
  const steps: [NodeJS.Signals, number | undefined][] = [
    ['SIGINT', stopWaitMs.fast],
    ['SIGQUIT', stopWaitMs.immediate],
    ['SIGKILL', undefined],
  ]
  for (const [signal, waitMs] of steps) {
    child.kill(signal)
    const patience = new AbortController()
    const waits = [
      ended,
      ...(waitMs === undefined ? [] : [delay(waitMs, undefined, { signal: patience.signal })]),
    ]
    const ending = await Promise.race(waits)
    patience.abort()
    if (ending) return
  }
}

/** Checks the eighth line of postmaster.pid, where the postmaster writes its state, like pg_ctl. */
async function isReady(directory: string, pid: number | undefined): Promise<boolean> {
  try {
    const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Returns the last lines of the server's log, which contain the reason of a failure. */
async function lastLines({ directory }: Cluster): Promise<string> {
  try {
    const current =
      /^stderr (.+)$/m.exec(await readFile(join(directory, 'current_logfiles'), 'utf8'))?.[1] ?? ''
    return (await readFile(join(directory, current), 'utf8')).trimEnd().split('\n').slice(-6).join('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}
