import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, root, signIn } = await testApp()
const minute = 60_000
const noon = Date.UTC(2026, 9, 20, 12)

/**
 * Makes a school with 20 alerts more than rooms, the newest ones in the first room. Every third one starts at the same time, and
 * every other one is unconfirmed.
 */
async function schoolWith(rooms: number) {
  const school = await make.site({ parent: root })
  const devices = await Promise.all(
    Array.from({ length: rooms }, async () => make.device({ site: await make.site({ parent: school }) })),
  )
  const raised = await Promise.all(
    Array.from({ length: rooms + 20 }, async (_, n) => {
      const device = devices[Math.floor((n * rooms) / (rooms + 20))]
      if (!device) throw new Error('an alert needs a device')
      const started_at = new Date(noon - (n % 3 === 0 ? 0 : n * minute))
      const confirmed = n % 2 === 0
      const ended_at = new Date(started_at.getTime() + minute)
      const { id } = await make.alert({ device, started_at, ended_at, confirmed })
      return { id, started_at, confirmed }
    }),
  )
  const as = await signIn({ site: school })
  const list = async (query: object) =>
    (await call(alerts.list, { query: { SiteId: school.id, ...query } }, { as })).data.Items?.map(
      ({ Id }) => Id,
    )
  return { raised, list }
}

// From 101 sites on, alerts are found by walking them from the newest on.
test.each([3, 100, 101])('the pages of a school with %i rooms are the list of its alerts', async (rooms) => {
  const { raised, list } = await schoolWith(rooms)
  await make.alert({ device: await make.device({ site: await make.site() }), started_at: new Date(noon) })
  const oldestFirst = raised.toSorted(
    (a, b) => a.started_at.getTime() - b.started_at.getTime() || (a.id < b.id ? -1 : 1),
  )
  for (const [order, sorted] of [
    ['asc', oldestFirst],
    ['desc', oldestFirst.toReversed()],
  ] as const)
    for (const [query, expected] of [
      [{}, sorted],
      [{ confirmed: false }, sorted.filter(({ confirmed }) => !confirmed)],
      [
        { startTime: noon - 20 * minute },
        sorted.filter(({ started_at }) => started_at.getTime() > noon - 21 * minute),
      ],
    ] as const) {
      const ids = expected.map(({ id }) => id)
      const pages = [0, 1, 19].map((Page) => list({ ...query, sortBy: 'StartAt', order, Page, PageSize: 7 }))
      expect(await Promise.all(pages)).toEqual([ids.slice(0, 7), ids.slice(7, 14), ids.slice(133, 140)])
    }
})
