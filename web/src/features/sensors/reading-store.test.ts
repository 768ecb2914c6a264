import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reading } from '../../lib/live/reading-buffer.ts'
import { makeReadingStore } from './reading-store.ts'

const at = (ms: number): Reading => [ms, { vape: ms }]
const now = 10_000_000

function makePage() {
  const target = new EventTarget()
  return Object.assign(target, { hidden: false }) as EventTarget & { hidden: boolean }
}

let page = makePage()
let store = makeReadingStore(page as unknown as Document)
let notified = 0

beforeEach(() => {
  vi.useFakeTimers()
  page = makePage()
  store = makeReadingStore(page as unknown as Document)
  notified = 0
  store.subscribe(() => {
    notified += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('readings within a quarter of a second are shown together', () => {
  for (let n = 0; n < 20; n++) store.merge([at(now + n)])
  expect(notified).toBe(0)
  vi.advanceTimersByTime(250)
  expect(notified).toBe(1)
  expect(store.shown()).toHaveLength(20)
})

test('the first readings of a page are shown at once, with a single notification', () => {
  store.merge([at(now)])
  store.show()
  expect(store.shown()).toEqual([at(now)])
  vi.advanceTimersByTime(250)
  expect(notified).toBe(1)
})

test('a hidden page is not notified until it is visible again', () => {
  page.hidden = true
  store.merge([at(now)])
  vi.advanceTimersByTime(60_000)
  expect(notified).toBe(0)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(store.shown()).toEqual([at(now)])
})

test('held readings include those not shown yet', () => {
  store.merge([at(now)])
  expect(store.held()).toEqual([at(now)])
  expect(store.shown()).toEqual([])
})

test('readings more than an hour older than the newest are dropped', () => {
  store.merge([at(now - 62 * 60_000), at(now)])
  expect(store.held()).toEqual([at(now)])
})
