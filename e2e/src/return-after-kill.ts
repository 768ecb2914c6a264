import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { keepJoined } from '@eot/server/test/live-client'
import { crowdKey, forwardedFor, signInViewers } from '@eot/server/test/signed-in-crowd'
import { createTestDatabase } from '@eot/server/test/test-database'
import { onTestFinished } from 'vitest'
import { installProgram } from './started-program.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
/** The maximum that one user may have. */
const connectionsEach = 20
const pollMs = 50

export interface Return {
  /** When each connection was in its room again, in ms after the program was ready again. */
  rejoinedAfterMs: number[]
  /** How long each request of a user took until then, in ms. */
  requestMs: number[]
}

/** Kills the program while this many live connections are open, restarts it, and waits until all have returned. */
export async function returnAfterKill(connections: number): Promise<Return> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const pool = createPool(database.url, { max: 4, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const place = await installProgram(main)
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: crowdKey.toString('hex'),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
  }
  const killed = place.start(environment)
  const { http: port } = await killed.ready
  const { siteId, viewers } = await signInViewers(pool, connections / connectionsEach)

  let joined: number[] = []
  const whenJoined = async () => {
    while (joined.length < connections) await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  for (let n = 0; n < connections; n++) {
    const viewer = Math.floor(n / connectionsEach)
    keepJoined({
      url: `http://127.0.0.1:${port}`,
      token: viewers[viewer]?.token ?? '',
      headers: forwardedFor(viewer),
      siteId,
      onJoined: () => joined.push(performance.now()),
    })
  }
  await whenJoined()
  await killed.kill()
  joined = []

  await place.start(environment).ready
  const readyAt = performance.now()
  const headers = { authorization: `Bearer ${viewers[0]?.token}`, ...forwardedFor(0) }
  const script = fileURLToPath(new URL('request-times.ts', import.meta.url))
  const asking = spawn(process.execPath, [script, `${port}`, JSON.stringify(headers)])
  const printed = text(asking.stdout)
  await whenJoined()
  asking.kill()
  const requestMs = (await printed).trim().split('\n').map(Number)
  return { rejoinedAfterMs: joined.map((at) => at - readyAt), requestMs }
}
