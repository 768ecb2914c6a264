import { alerts } from '@eot/contract/alerts'
import { alertTypeNames } from '@eot/contract/shown-names'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()

const minute = 60_000
const now = Date.UTC(2026, 9, 20)
const school = await make.site({ name: 'School' })
const hall = await make.site({ parent: school, name: 'Sports hall' })
const elsewhere = await make.site({ name: 'Elsewhere' })
const sites = [school, hall, elsewhere]
const devices = await Promise.all(sites.map((site) => make.device({ site })))
const as = await signIn({ site: school })
const root = await signInAsRoot()

const names = ['Attic', 'Attic hall', 'Room 50%', 'Vape corner', 'School_2']
const notes = [null, null, null, 'Attic was smoky', 'Called the school', '50% of the class']
const alert = fc.record({
  device: fc.nat(2),
  type: fc.constantFrom('Vape' as const, 'CO' as const, 'Noise' as const),
  device_name: fc.constantFrom(...names),
  site_name: fc.constantFrom('School', 'Sports hall', 'Old school'),
  comment: fc.constantFrom(...notes),
  minutes: fc.constantFrom(1, 5, 30, 300),
})
const searched = fc.constantFrom(
  'attic',
  'HALL',
  'school',
  '50%',
  '%',
  '_',
  'vape',
  'l',
  'co',
  'ra',
  'smoky',
  'x',
)

test('a search finds alerts by their names and comments when they were raised, and their total is right', async () => {
  const given = fc.sample(alert, { numRuns: 120, seed: 7 })
  const stored: { id: string; type: string; place: number; startMs: number; endMs: number; text: string }[] =
    []
  for (const [index, { device: place, type, minutes, ...texts }] of given.entries()) {
    const startMs = now - Math.floor(index / 3) * minute // three start at the same time
    const endMs = startMs + minutes * minute
    const device = devices[place]
    if (!device) throw new Error(`there is no device ${place}`)
    const times = { started_at: new Date(startMs), ended_at: new Date(endMs) }
    const { id } = await make.alert({ device, type, ...times, ...texts })
    const shown = [texts.device_name, texts.site_name, texts.comment ?? '', alertTypeNames[type]]
    stored.push({ id, type, place, startMs, endMs, text: shown.join('\n').toLowerCase() })
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: searched,
        type: fc.constantFrom<string[] | undefined>(undefined, ['Vape'], ['CO', 'Noise']),
        startTime: fc.constantFrom(undefined, now - 20 * minute),
        rangeBy: fc.constantFrom('Start' as const, 'Open' as const),
        sortBy: fc.constantFrom('StartAt' as const, 'EndAt' as const),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        PageSize: fc.constantFrom(4, 25, 200),
        Page: fc.nat(3),
      }),
      fc.constantFrom(as, root),
      async ({ search, type, startTime, ...query }, by) => {
        const { rangeBy, sortBy, order, Page, PageSize } = query
        const [found, sortMs] = [
          rangeBy === 'Start' ? ('startMs' as const) : ('endMs' as const),
          sortBy === 'StartAt' ? ('startMs' as const) : ('endMs' as const),
        ]
        const expected = stored
          .filter(
            (one) =>
              one.text.includes(search.toLowerCase()) &&
              (type?.includes(one.type) ?? true) &&
              (startTime === undefined || one[found] >= startTime + (rangeBy === 'Start' ? 0 : 1)) &&
              (by === root || one.place < 2),
          )
          .sort((a, b) => a[sortMs] - b[sortMs] || (a.id < b.id ? -1 : 1))
        if (order === 'desc') expected.reverse()
        const filter = { search, ...(type && { type }), ...(startTime && { startTime }) }
        const { data } = await call(alerts.list, { query: { ...query, ...filter } }, { as: by })
        const page = expected.slice(Page * PageSize, (Page + 1) * PageSize)
        expect(data.Items?.map(({ Id }) => Id)).toEqual(page.map(({ id }) => id))
        expect(data.Total).toBe(expected.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('names are stored once for each device and each site', async () => {
  const device = await make.device({ site: await make.site({ name: 'Depot' }), name: 'Gate' })
  await Promise.all(Array.from({ length: 10 }, () => make.alert({ device })))
  const rows = await db
    .selectFrom('alert_device_name')
    .where('device_id', '=', device.id)
    .select('name')
    .execute()
  expect(rows).toEqual([{ name: 'gate' }])
  const sites = await db.selectFrom('alert_site_name').where('name', '=', 'depot').selectAll().execute()
  expect(sites).toMatchObject([{ time_zone: device.site?.timeZone }])
})
