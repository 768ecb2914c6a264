import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { instantOf } from '../../texts/zoned-time.ts'
import { YearCalendar } from './year-calendar.tsx'
import type { DayValues } from './year-days.ts'

const zone = 'America/Chicago'

/** The days of 2026 up to February 15, a Sunday, each with its number in the year. */
const days: DayValues = Array.from({ length: 46 }, (_, n) => [
  instantOf(Date.UTC(2026, 0, 1 + n), zone),
  n + 1,
])

afterEach(() => vi.unstubAllGlobals())

function draw(isNarrow: boolean): string {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }))
  const cell = ({ value }: { value: number }, name: string) => <b title={name}>{value}</b>
  return renderToStaticMarkup(<YearCalendar days={days} zone={zone} cell={cell} />)
}

const countOf = (markup: string, part: string | RegExp) => markup.split(part).length - 1

test('on wide screens, a year has a row for each weekday, and a cell for each day', () => {
  const markup = draw(false)
  expect(countOf(markup, '<th scope="col"')).toBe(53)
  expect(countOf(markup, '<th scope="row"')).toBe(7)
  expect(countOf(markup, '<b title=')).toBe(46)
  expect(countOf(markup, 'class="heat to-come"')).toBe(365 - 46)
  expect(markup).toContain('<b title="Sun, Feb 15">46</b>')
  // The month is visible once. Its other weeks have dates for screen readers.
  expect(markup).toContain('>Jan</th><th scope="col"><span class="vh">Mon, Jan 5</span>')
})

test('on narrow screens, a year begins with its newest six weeks, and has a button for the others', () => {
  const markup = draw(true)
  expect(countOf(markup, '<th scope="row"')).toBe(6)
  expect(markup).toMatch(/<tbody><tr><th scope="row">Feb 9<\/th>/)
  expect(markup).not.toContain('Jan 1<')
  expect(countOf(markup, '<button ')).toBe(1)
})
