import { readFile } from 'node:fs/promises'
import { deviceStatuses } from '@eot/contract/vocabulary'
import { paramTexts } from '@eot/contract/webhook-checks'
import { resultTexts } from '@eot/contract/webhook-results'
import { expect, onTestFinished, test, vi } from 'vitest'
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

/** Pages of the specification that are not built yet. Remove a page from this list when you add it. */
const missingPages: string[] = []

interface RouteNode {
  options: object
  children?: unknown
}

/** The path of a route and of all routes below it. */
function pathsOf({ options, children }: RouteNode): string[] {
  const own = 'path' in options && typeof options.path === 'string' ? [options.path] : []
  const below = Array.isArray(children) ? children : Object.values(children ?? {})
  return [...own, ...below.flatMap(pathsOf)]
}

test('every page of the specification is a route of the portal, except those listed as missing', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { routeTree } = await import('./app/routes.tsx')
  const routes = new Set(pathsOf(routeTree))
  const specified = checklist.routes.map(({ path }) => path)
  expect(specified.filter((path) => !routes.has(path))).toEqual(missingPages)
})

const textsIn = (catalog: object): string[] =>
  Object.values(catalog).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)))

test('every message of the specification appears in the portal word for word', () => {
  const texts = new Set<string>([
    ...textsIn(en),
    ...deviceStatuses,
    ...textsIn(paramTexts),
    ...textsIn(resultTexts),
  ])
  expect(checklist.messages.filter((message) => !texts.has(message))).toEqual([])
})

test('the time range presets are those of the specification, in its order', () => {
  expect(rangePresets).toEqual(checklist.constants.timeRangePresets)
})
