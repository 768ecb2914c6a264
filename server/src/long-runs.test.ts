import type { Endpoint } from '@eot/contract/endpoint'
import { sites } from '@eot/contract/sites'
import { composed } from '@eot/contract/text'
import { users } from '@eot/contract/users'
import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import { importsAs } from '../test/import-file.ts'
import { cpuTimeMs, longestStallMs, watchStalls } from '../test/stall-watch.ts'
import { testApp } from '../test/test-app.ts'
import { digestAuthorization } from './platform/digest-auth.ts'

const app = await testApp()
const { call, signIn } = app
const as = await signIn({ role: 'Site Administrator' })

const longRows = (type: string, value: string) => ({
  Name: 'Security desk',
  Url: 'https://desk.example/api',
  Body: Array.from({ length: 3 }, (_, n) => ({ key: `row${n}`, paramType: 'specified', type, value })),
})
const own = { user: { id: as.user.id }, site: { id: as.user.site.id } }

test.each<[string, Endpoint, object, object]>([
  ['joiners in a name', users.update, own.user, { FullName: `中${'\u200d'.repeat(20_000)}中` }],
  ['marks in a name', users.update, own.user, { FullName: `e${'\u0301\u0323'.repeat(20_000)}` }],
  ['spaces in a point', sites.update, own.site, { Point: `1${' '.repeat(20_000)}x` }],
  ['spaces in variables', webhookRequests.create, {}, longRows('string', `{{${' '.repeat(9980)}x`)],
  ['digits of numbers', webhookRequests.create, {}, longRows('number', `${'1'.repeat(9980)}x`)],
])('thousands of %s are refused without a stall', async (_name, endpoint, params, body) => {
  const stalls = watchStalls()
  // The second request is measured, since the first one also compiles code.
  for (const given of [{}, body]) {
    stalls.reset()
    const { status } = await call<Endpoint>(endpoint, { params, body: given }, { as })
    if (given === body) expect(status).toBe(400)
  }
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
})

test('a cell with 20,000 spaces is refused without a stall', async () => {
  const { check, lines } = importsAs(app, as)
  const fileWith = (parent: string) => check(`Name,Parent site\nAnnex,${parent}\n`, { kind: 'Sites' })
  await fileWith('Nowhere')
  const stalls = watchStalls()
  const { Id } = await fileWith(`a${' '.repeat(20_000)}b`)
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
  const [line] = await lines(Id)
  expect(line?.Problems[0]?.Message).toBe('A cell has more than 2000 characters')
})

const asked = { method: 'GET', uri: '/', username: 'a', password: 'b', cnonce: 'c' }

test.each<[string, () => unknown]>([
  ['a text with 20,000 joiners', () => composed(`中${'\u200d'.repeat(20_000)}中`)],
  ['a text with 40,000 marks', () => composed(`e${'\u0301\u0323'.repeat(20_000)}`)],
  [
    'a challenge with a name of 30,000 letters',
    () => digestAuthorization(`Digest ${'a'.repeat(30_000)}`, asked),
  ],
])('%s takes no longer than a stall may', (_name, work) => {
  const start = cpuTimeMs()
  work()
  expect(cpuTimeMs() - start).toBeLessThanOrEqual(longestStallMs)
})
