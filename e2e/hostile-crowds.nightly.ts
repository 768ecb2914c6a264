import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { launchProgram } from '@eot/server/test/child-program'
import { signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { crowdAddress, type crowds } from './src/crowd.ts'
import { requestPlainly } from './src/plain-request.ts'

/** `SCALE=0.01` for a quick run. */
const scale = Number(process.env.SCALE ?? 1)
const guesses = 50_000 * scale
const handshakes = 5_000 * scale
const silent = 200
/** Calls measured at least, so that ten of them are beyond the 99th percentile. */
const calls = 1000

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

/** Lets so many strangers come from a process of their own; resolves when all of them were answered. */
async function crowd(kind: keyof typeof crowds, port: number, count: number): Promise<void> {
  const script = fileURLToPath(new URL('./src/crowd.ts', import.meta.url))
  const attack = spawn(process.execPath, [script, kind, `${port}`, `${count}`], { stdio: 'inherit' })
  onTestFinished(() => void attack.kill())
  expect((await once(attack, 'exit'))[0]).toBe(0)
}

test('crowds of unauthenticated clients do not slow down signed-in users', async () => {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const program = launchProgram({ dataDir, environment: { LOG_LEVEL: 'silent' } })
  onTestFinished(async () => void (await program.stop()))
  const { http: port, mqtt } = await program.ready
  const { token } = await signInAsAdministrator(port)
  const headers = { authorization: `Bearer ${token}` }

  async function timesWhile(isOver: () => boolean, least: number): Promise<number[]> {
    const times: number[] = []
    while (times.length < least || !isOver()) {
      const { status, tookMs } = await requestPlainly({ port, path: '/api/users/me', headers })
      expect(status).toBe(200)
      times.push(tookMs)
    }
    return times
  }
  async function during(title: string, attack: Promise<unknown>): Promise<void> {
    let isOver = false
    const done = attack.then(() => {
      isOver = true
    })
    const times = await timesWhile(() => isOver, calls)
    await done
    tell(
      `${title}: p99 ${p99(times).toFixed(1)} ms of ${times.length} calls; undisturbed ${undisturbed.toFixed(1)} ms`,
    )
    expect.soft(p99(times), title).toBeLessThanOrEqual(2 * undisturbed)
  }

  await timesWhile(() => true, 500) // warm-up
  const undisturbed = p99(await timesWhile(() => true, calls))

  const sockets = [port, mqtt].flatMap((to) =>
    Array.from({ length: silent }, (_, n) =>
      connect({ port: to, host: '127.0.0.1', localAddress: crowdAddress(n) }),
    ),
  )
  const slow = Array.from({ length: silent }, (_, n) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: crowdAddress(n) })
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n')
    return socket
  })
  for (const socket of [...sockets, ...slow]) socket.on('error', () => undefined) // a disconnect is expected
  await during('silent and slow connections', Promise.resolve())
  for (const socket of [...sockets, ...slow]) socket.destroy()

  await during('handshakes without a token', crowd('handshakes', port, handshakes))
  await during('wrong sign-ins', crowd('guesses', port, guesses))
})
