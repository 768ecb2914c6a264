import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { launchProgram } from '@eot/server/test/child-program'
import { vi } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { startNginx } from './start-nginx.ts'
import { supervise } from './supervise.ts'

const roles = ['api', 'ingest', 'worker'] as const
const each = 2

export type LaunchedProcesses = Awaited<ReturnType<typeof launchProcesses>>

interface ProcessesPlace {
  folder: string
  databaseUrl: string
  /** The address of the broker for the program. */
  brokerUrl: string
  environment?: NodeJS.ProcessEnv
  /** The port of nginx. */
  port: number
}

/** Starts two processes of each role, all at once, with nginx in front. Resolves when all are ready. */
export async function launchProcesses({
  folder,
  databaseUrl,
  brokerUrl,
  environment,
  port: nginxPort,
}: ProcessesPlace) {
  const places = []
  for (const role of roles)
    for (let n = 1; n <= each; n += 1) places.push({ role, name: `${role}-${n}`, port: await findFreePort() })
  const nginx = await startNginx(
    folder,
    places.filter(({ role }) => role === 'api').map(({ port }) => port),
    nginxPort,
  )
  const common = {
    DATABASE_URL: databaseUrl,
    MQTT_URL: brokerUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: nginx.origin,
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  }
  const programs = places.map(({ role, name, port }) =>
    supervise(name, port, () =>
      launchProgram({
        dataDir: join(folder, name),
        ports: { http: port, mqtt: 0 },
        environment: { ...common, ROLES: role, MQTT_CLIENT_ID: `eot-live-${name}` },
      }),
    ),
  )
  const areReady = async () => {
    for (const program of programs) program.check()
    return (await Promise.all(programs.map((program) => program.isReady()))).every(Boolean)
  }
  const untilReady = () => vi.waitUntil(areReady, { timeout: 120_000, interval: 50 })
  // A test that fails may not stop them, and they would outlive it.
  const endWithTests = () => {
    for (const program of programs) void program.kill()
  }
  process.once('exit', endWithTests)
  const stop = async () => {
    process.off('exit', endWithTests)
    await Promise.all(programs.map((program) => program.stop()))
    await nginx.stop()
  }
  try {
    await untilReady()
  } catch (cause) {
    await stop()
    const said = programs.map(({ name, said }) => `${name} said:\n${said.join('\n')}`)
    throw new Error(`the processes were not ready in time\n${said.join('\n')}`, { cause })
  }
  return { nginx, programs, untilReady, stop }
}
