import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { describeApi } from './api-description.ts'

const { call, make, signIn } = await testApp()

type As = Awaited<ReturnType<typeof signIn>>
/** Requests a list as CSV: at its path, with `.csv`. */
const csv = (list: Endpoint, query: object, as: As) =>
  call<Endpoint>({ ...list, path: `${list.path}.csv` }, { query } as never, { as })
const lines = (text: string) => text.trimEnd().split('\r\n')

test('each list is also served as CSV, with its filters, and formulas are neutralized', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  await make.device({ site, name: '=HYPERLINK("http://evil")' })
  await make.device({ site, name: 'Gym' })
  await make.device({ name: 'Foreign' })
  const all = await csv(devices.list, {}, as)
  expect(all.status).toBe(200)
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(all.headers['content-disposition']).toBe('attachment; filename="devices.csv"')
  expect(all.text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(lines(all.text)).toHaveLength(3)
  const found = await csv(devices.list, { search: 'gym' }, as)
  expect(lines(found.text)).toHaveLength(2)
  expect(found.text).toContain(`,Gym,`)
  expect(found.text).toContain(`,${site.name},`)
})

test('a CSV has all rows in the order of the list, not one page', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  for (let n = 10; n < 70; n++) await make.site({ parent: site, name: `Room ${n}` })
  const { text } = await csv(sites.list, { order: 'desc', Page: 1, PageSize: 5 }, as)
  const rooms = [...text.matchAll(/Room (\d\d)/g)].map(([, number]) => Number(number))
  expect(rooms.at(0)).toBe(69)
  expect(new Set(rooms).size).toBe(60)
})

test('a CSV without rows has the titles of its columns', async () => {
  const as = await signIn()
  expect(lines((await csv(devices.list, { search: 'none' }, as)).text)).toHaveLength(1)
  const { text } = await csv(audit.list, { search: 'none' }, as)
  expect(text).toBe('\ufeffId,At (UTC),Actor,Action,Subject,Site,Changes,Details,Address\r\n')
})

test('a CSV is refused like its list: without a token, without permission, for a foreign site or an unknown filter', async () => {
  const viewer = await signIn({ role: 'Viewer' })
  const foreign = await make.site()
  expect((await csv(devices.list, {}, { AccessToken: 'none' } as As)).status).toBe(401)
  expect((await csv(audit.list, {}, viewer)).status).toBe(403)
  expect((await csv(devices.list, { SiteId: foreign.id }, viewer)).status).toBe(404)
  expect((await csv(devices.list, { color: 'red' }, viewer)).status).toBe(400)
})

test('the documentation of the API says which endpoints are also served as CSV', () => {
  const { paths } = describeApi('EoT LIVE', false) as {
    paths: Record<string, { get?: { description: string } }>
  }
  expect(paths['/api/devices']?.get?.description).toContain('.csv')
  expect(paths['/api/devices/{id}']?.get?.description).not.toContain('.csv')
})
