import { chanceOfMore } from '@eot/contract/chance'
import { alertTypeName } from '@eot/contract/shown-names'
import { alertCountQueries } from '../../alert-counts/index.ts'
import { alertsLink } from '../alerts-link.ts'
import type { ReportContext, ReportPart } from '../report-context.section.ts'
import { count, type Fact, type ReportFacts, said, text, type Words } from '../report-facts.ts'
import { selectionOf } from '../report-figures.queries.ts'
import { addDays, countBegun, dayAt, daysIn, startOfDay } from '../report-period.ts'

const key = 'Unusual'
const weeksBefore = 8
/** With less history, everything would be unusual. */
const leastWeeks = 2
/** Fewer alerts are not significant. */
const leastCount = 3
const falseAlarm = 0.01

export interface UnusualHour {
  weekday: number
  hour: number
  count: number
  /** The mean of the same hour of the week over the weeks before. */
  expected: number
}

/** Finds hours of the week with more alerts than expected from the weeks before (Poisson, below 1 in 100, at least three). */
export function findUnusualHours(
  now: readonly { weekday: number; hour: number; count: number }[],
  before: readonly { weekday: number; hour: number; count: number }[],
  { weeks, daysOf }: { weeks: number; daysOf: (cell: { weekday: number; hour: number }) => number },
): UnusualHour[] {
  if (weeks < leastWeeks) return []
  const past = new Map(before.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  return now
    .map((cell) => ({
      ...cell,
      expected: ((past.get(cell.weekday * 24 + cell.hour) ?? 0) / weeks) * daysOf(cell),
    }))
    .filter(({ count, expected }) => count >= leastCount && chanceOfMore(count, expected) < falseAlarm)
    .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/** Hours with more alerts than usual, and the types of these alerts. */
export const unusual: ReportPart = {
  key,
  title: 'Unusual hours',
  async build(context) {
    const hours = await findHours(context)
    const rows: Fact[][] = []
    for (const hour of hours) rows.push(await rowOf(context, hour))
    return {
      note: [
        `More alerts than in the same hour of the ${weeksBefore} weeks before; by chance in fewer than 1 of 100 hours`,
      ],
      blocks: [
        {
          kind: 'Table',
          key: 'unusual',
          title: 'Unusual hours',
          columns: [
            { key: 'Hour', title: 'Hour', isNumber: false },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'Usual', title: 'Usual', isNumber: true },
            { key: 'Type', title: 'Mostly', isNumber: false },
            { key: 'Device', title: 'At', isNumber: false },
          ],
          rows,
          ...(rows.length === 0 && { note: ['No hour had more alerts than usual.'] }),
        },
      ],
    }
  },
}

/** Returns whether a report has an unusual hour. */
export const hasNews = (facts: ReportFacts): boolean => countHours(facts.sections) > 0

export function unusualHeadline(sections: ReportFacts['sections']): { headline: Words; lede: Words } {
  const hours = countHours(sections)
  if (hours === 0) return { headline: ['No unusual hours'], lede: ['No hour had more alerts than usual.'] }
  return {
    headline: [count(hours), hours === 1 ? ' hour' : ' hours', ' with more alerts than usual'],
    lede: ['Compared with the same hours of the weeks before.'],
  }
}

function countHours(sections: ReportFacts['sections']): number {
  const blocks = sections.filter((section) => section.key === key).flatMap((section) => section.blocks)
  return blocks.reduce((sum, block) => sum + (block.kind === 'Table' ? block.rows.length : 0), 0)
}

async function findHours(context: ReportContext): Promise<UnusualHour[]> {
  const { tx, site, period, span, madeAt } = context
  const queries = alertCountQueries(tx)
  const countCells = (of: { from: Date; to: Date }) =>
    queries.countCells(selectionOf(context, of), site.timeZone)
  const weeks = weeksKnown(context)
  if (weeks < leastWeeks) return []
  const from = new Date(startOfDay(addDays(period.firstDay, -7 * weeks), site.timeZone))
  return findUnusualHours(await countCells(span), await countCells({ from, to: span.from }), {
    weeks,
    // Until the period is over, only as much as has passed counts.
    daysOf: (cell) => countBegun(period, cell, { at: madeAt.getTime(), timeZone: site.timeZone }),
  })
}

/** Returns the number of whole weeks before the period, by the calendar of the site, in which the site existed. */
function weeksKnown({ site, period }: ReportContext): number {
  const since = dayAt(site.since.getTime(), site.timeZone)
  // The day on which it was added is usually not a whole one.
  const days = daysIn({ firstDay: addDays(since, 1), lastDay: addDays(period.firstDay, -1) })
  return Math.min(weeksBefore, Math.floor(days / 7))
}

async function rowOf(context: ReportContext, { weekday, hour, ...cell }: UnusualHour): Promise<Fact[]> {
  const { tx, site, span } = context
  const { scope, filter } = selectionOf(context, span)
  const within = { ...filter, timeZone: site.timeZone, daysOfWeek: [weekday], hoursOfDay: [hour] }
  const queries = alertCountQueries(tx)
  const top = { results: 1, threshold: 0 }
  const [type] = await queries.countBy('type', { scope, filter: within }, top)
  const [device] = await queries.countBy('device', { scope, filter: within }, top)
  const names = await queries.listNames('device', scope, device ? [device.key] : [])
  return [
    { as: 'hour', value: weekday * 24 + hour, link: alertsLink(context, { weekday, hour }) },
    count(cell.count),
    { as: 'number', value: Math.round(cell.expected * 10) / 10 },
    type ? said([alertTypeName(type.key), ` (${type.count})`]) : text(''),
    text(device ? `${names.get(device.key)?.name ?? ''} (${device.count})` : ''),
  ]
}
