import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { launchProgram } from '@eot/server/test/child-program'
import { signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { requestPlainly } from './src/plain-request.ts'

/** `SCALE=0.01` for a quick run. */
const scale = Number(process.env.SCALE ?? 1)
const guesses = 50_000 * scale
const handshakes = 5_000 * scale
const silent = 200
const atOnce = 40

/** An address in 127.0.0.0/8, so that rate limits per address do not end the attack immediately. */
const addressOf = (n: number) => `127.${1 + (n % 5)}.${Math.floor(n / 5) % 250}.${1 + (n % 250)}`

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

async function inParallel(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const go = async () => {
    for (let n = next++; n < count; n = next++) await work(n)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
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
    const times = await timesWhile(() => isOver, 300)
    await done
    tell(
      `${title}: p99 ${p99(times).toFixed(1)} ms of ${times.length} calls; undisturbed ${undisturbed.toFixed(1)} ms`,
    )
    expect.soft(p99(times), title).toBeLessThanOrEqual(2 * undisturbed)
  }

  await timesWhile(() => true, 500) // warm-up
  const undisturbed = p99(await timesWhile(() => true, 1000))

  const sockets = [port, mqtt].flatMap((to) =>
    Array.from({ length: silent }, (_, n) =>
      connect({ port: to, host: '127.0.0.1', localAddress: addressOf(n) }),
    ),
  )
  const slow = Array.from({ length: silent }, (_, n) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(n) })
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n')
    return socket
  })
  for (const socket of [...sockets, ...slow]) socket.on('error', () => undefined) // a disconnect is expected
  await during('silent and slow connections', Promise.resolve())
  for (const socket of [...sockets, ...slow]) socket.destroy()

  await during(
    'handshakes without a token',
    inParallel(handshakes, (n) =>
      requestPlainly({ port, path: '/ws/?EIO=4&transport=polling', localAddress: addressOf(n) }),
    ),
  )
  await during(
    'wrong sign-ins',
    inParallel(guesses, (n) =>
      requestPlainly({
        port,
        path: '/api/auth/login',
        method: 'POST',
        body: { Email: `guess${n % 500}@example.org`, Password: `guess ${n}` },
        localAddress: addressOf(n),
      }),
    ),
  )
})
