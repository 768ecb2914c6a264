import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const manifest = fileURLToPath(new URL('../../package.json', import.meta.url))
/** The last lines of output are part of the error if the program exits before it is ready. */
const linesKept = 40

export const administrator = { email: 'root@example.org', password: 'the root of all sites' }

export interface ProgramPorts {
  http: number
  mqtt: number
}

export interface ChildProgram {
  readonly pid: number
  /** Rejects if the program exits before it is ready. */
  readonly ready: Promise<ProgramPorts>
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly hasEnded: boolean
  /** The last lines of its output, newest last. */
  readonly said: readonly string[]
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

interface ProgramPlace {
  dataDir: string
  /** 0 for any free port. Default: 0. */
  ports?: ProgramPorts
  environment?: NodeJS.ProcessEnv
  /** A script to run instead of the program itself. */
  script?: string
  /** Arguments of the script. */
  args?: readonly string[]
  /** The account that runs it, if not the current user. */
  account?: { uid: number; gid: number }
}

/** Starts the whole program as a separate process, as `npm start` does, with an administrator who can sign in. */
export function launchProgram({
  dataDir,
  ports,
  environment,
  script = main,
  args = [],
  account,
}: ProgramPlace): ChildProgram {
  const child = spawn(process.execPath, [...memoryOptions(), script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(ports?.http ?? 0),
      MQTT_PORT: String(ports?.mqtt ?? 0),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  const said: string[] = []
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const ready = waitUntilReady(child, said, ended)
  ready.catch(() => undefined) // callers that await it still get the error
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    said,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return (await ended).code
    },
  }
}

/** The Node.js options of `npm start`, which determine how much memory the program uses. */
function memoryOptions(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(manifest, 'utf8'))
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

async function waitUntilReady(
  { stdout, stderr }: ChildProcess,
  said: string[],
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>,
): Promise<ProgramPorts> {
  if (!stdout || !stderr) throw new Error('the program has no output') // never happens: both are pipes
  const ports: ProgramPorts = { http: 0, mqtt: 0 }
  const isReady = new Promise<ProgramPorts>((resolve) => {
    for (const stream of [stdout, stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line)
        if (said.length > linesKept) said.shift()
        const mqtt = /^devices report to mqtt:\/\/localhost:(\d+)/.exec(line)?.[1]
        if (mqtt) ports.mqtt = Number(mqtt)
        const http = /^ready https?:\/\/localhost:(\d+)/.exec(line)?.[1]
        if (http) resolve({ ...ports, http: Number(http) })
      })
    }
  })
  const gone = ended.then(({ code, signal }) => {
    throw new Error(`the program ended (${signal ?? code}) before it was ready:\n${said.join('\n')}`)
  })
  return Promise.race([isReady, gone])
}

/** Returns the resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}
