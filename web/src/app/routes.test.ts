import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'

interface Checklist {
  routes: { path: string }[]
}

const checklist: Checklist = JSON.parse(
  await readFile(new URL('../../../docs/spec/checklist.json', import.meta.url), 'utf8'),
)

/** Pages of the specification that are not built yet. Whoever adds one takes it off this list. */
const missing = [
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
  options: { path?: string }
  children?: unknown
}

/** The paths of a route and of all below it. */
function pathsOf({ options, children }: RouteNode): string[] {
  const below = Array.isArray(children) ? children : Object.values(children ?? {})
  return [options.path, ...below.flatMap(pathsOf)].filter((path) => path !== undefined)
}

test('the pages of the specification are routes of the portal, except those listed as missing', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { routeTree } = await import('./routes.tsx')
  const routes = new Set(pathsOf(routeTree))
  const asked = checklist.routes.map(({ path }) => path)
  expect(asked.filter((path) => !routes.has(path))).toEqual(missing)
})
