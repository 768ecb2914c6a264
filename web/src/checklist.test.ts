import { readFile } from 'node:fs/promises'
import { deviceStatuses } from '@eot/contract/vocabulary'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '../test/memory-storage.ts'
import { rangePresets } from './lib/time/range-presets.ts'
import { en } from './texts/en.ts'

interface Checklist {
  routes: { path: string }[]
  messages: string[]
  constants: { timeRangePresets: string[] }
}

const checklist: Checklist = JSON.parse(
  await readFile(new URL('../../docs/spec/checklist.json', import.meta.url), 'utf8'),
)

/** Pages of the specification that are not built yet. Whoever adds one takes it off this list. */
const missingPages = [
  '/ratings',
  '/users',
  '/subscriptions',
  '/forecast',
  '/reports',
  '/devices/historical-sensor-data',
  '/devices/alert-activity',
  '/reports/alerts',
  '/reports/alert-activity',
  '/reports/monthly-report',
  '/reports/weekly-report',
  '/site/device-groups',
  '/site/webhooks',
  '/site/webhooks/request',
  '/site/webhooks/events',
  '/site/user-lists',
  '/admin/users',
  '/admin/system-messages',
  '/admin/devices',
  '/admin/sites',
  '/admin/blacklist',
  '/admin/webhooks',
  '/admin/alerts',
  '/help',
  '/my-schedule',
  '/announcements',
  '/test',
  '/test2',
]

interface RouteNode {
  options: object
  children?: unknown
}

/** The paths of a route and of all below it. */
function pathsOf({ options, children }: RouteNode): string[] {
  const own = 'path' in options && typeof options.path === 'string' ? [options.path] : []
  const below = Array.isArray(children) ? children : Object.values(children ?? {})
  return [...own, ...below.flatMap(pathsOf)]
}

test('the pages of the specification are routes of the portal, except those listed as missing', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { routeTree } = await import('./app/routes.tsx')
  const routes = new Set(pathsOf(routeTree))
  const asked = checklist.routes.map(({ path }) => path)
  expect(asked.filter((path) => !routes.has(path))).toEqual(missingPages)
})

/** Words of the specification for what is not built yet. Whoever builds it takes them off this list. */
const missingMessages = [
  'Please enter a key',
  'Please select a paramType',
  'Please select a type',
  'Please enter a value',
  'Please select true or false',
  'Please enter a numeric value',
  'Authentication Error',
  'Webhook Request was not found',
]

const textsIn = (catalog: object): string[] =>
  Object.values(catalog).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)))

test('the portal says what the specification says, in its words, except those listed as missing', () => {
  const said = new Set<string>([...textsIn(en), ...deviceStatuses])
  expect(checklist.messages.filter((message) => !said.has(message))).toEqual(missingMessages)
})

test('the presets of a time range are those of the specification, in its order', () => {
  expect(rangePresets).toEqual(checklist.constants.timeRangePresets)
})
