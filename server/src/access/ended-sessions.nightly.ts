import { expect, test, vi } from 'vitest'
import { endings, signedInCrowd, twoProcesses } from '../../test/signed-in-crowd.ts'

const [here, elsewhere] = await twoProcesses()
const patience = { timeout: 60_000, interval: 5 }

test.each(Object.entries(endings))(
  '%s, done directly in SQL, affects each of a hundred users within a second',
  async (_name, sql) => {
    const { members, place } = await signedInCrowd(elsewhere, 100)
    await Promise.all(members.map((member) => member.status()))
    const startedAt = performance.now()
    await here.pool.query(place(sql))
    const felt = await Promise.all(
      members.map(async ({ socket, status }) => {
        await vi.waitFor(() => expect(socket.connected).toBe(false), patience)
        await vi.waitFor(async () => expect(await status()).toBe(401), patience)
        return performance.now() - startedAt
      }),
    )
    expect(felt.filter((ms) => ms > 1000)).toEqual([])
  },
)
