import { expect, test, vi } from 'vitest'
import { endings, signedInCrowd, twoProcesses } from '../../test/signed-in-crowd.ts'

const [here, elsewhere] = await twoProcesses()

test.each(Object.entries(endings))(
  '%s, done directly in SQL, ends the tokens and connections of a hundred users in another process',
  async (_name, sql) => {
    const { members, place } = await signedInCrowd(elsewhere, 100)
    const statuses = () => Promise.all(members.map((member) => member.status()))
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await here.pool.query(place(sql))
    await vi.waitFor(() => expect(members.filter(({ socket }) => socket.connected)).toEqual([]), 60_000)
    expect(new Set(await statuses())).toEqual(new Set([401]))
  },
)
