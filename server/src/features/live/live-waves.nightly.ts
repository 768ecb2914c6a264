import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test, vi } from 'vitest'
import { frameOf, openRaw } from '../../../test/raw-live.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)

/** Set `WAVES=3 USERS=5` for a quick run. */
const waves = Number(process.env.WAVES ?? 20)
const users = Number(process.env.USERS ?? 50)
const socketsEach = 20
const patience = { timeout: 120_000, interval: 50 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // by the flag

/** Returns the heap in use after a garbage collection, in bytes. */
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Each user has a separate address, so that the limits per address do not end the waves. */
const addressOf = (user: number) => `127.9.${Math.floor(user / 250)}.${1 + (user % 250)}`

test('twenty waves of a thousand connections that join, leave and abort leave no connection, room or memory behind', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const people = []
  // Sequential: passwords take time, and the program rejects sign-ins if fifty are waiting on a busy machine.
  for (let user = 0; user < users; user++) people.push(await app.signIn(await app.make.user({ site })))
  const joining = (EventType: string) =>
    frameOf(`42${JSON.stringify(['join', { SiteId: site.id, EventType, DeviceId: device.id }])}`)
  const leaving = frameOf(`42${JSON.stringify(['leave', { SiteId: site.id, EventType: 'alerts' }])}`)

  const heaps: number[] = []
  for (let wave = 0; wave < waves; wave++) {
    const sockets = await Promise.all(
      people.map(async ({ AccessToken }, n) => {
        const own = []
        for (let socket = 0; socket < socketsEach; socket++)
          own.push(await openRaw(app.url, AccessToken, addressOf(n)))
        return own
      }),
    )
    for (const [n, socket] of sockets.flat().entries()) {
      socket.resume()
      socket.write(joining('readings'))
      socket.write(joining('alerts'))
      if (n % 2) socket.write(leaving)
    }
    await vi.waitFor(() => expect(app.hub.isWatched(device.id)).toBe(true), patience)
    // Some are still joining while they disconnect.
    for (const [n, socket] of sockets.flat().entries()) n % 3 ? socket.destroy() : socket.end()
    await vi.waitFor(() => expect(app.hub.connectionCount()).toBe(0), patience)
    expect(app.hub.places()).toEqual([])
    heaps.push(heapInUse())
  }
  // The first waves fill caches and trigger compilation.
  const [before = 0, after = 0] = [heaps[Math.min(2, heaps.length - 1)], heaps.at(-1)]
  process.stderr.write(
    `heap after each wave: ${heaps.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} MB\n`,
  )
  expect(after).toBeLessThanOrEqual(before * 1.05)
})
