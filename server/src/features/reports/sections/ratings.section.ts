import { executeIn } from '../../../platform/db/execute.queries.ts'
import { readPeriodRatings } from '../../ratings/index.ts'
import type { ReportContext, ReportPart } from '../report-context.section.ts'
import { type BlockFacts, count, type Fact, text } from '../report-facts.ts'
import { addDays, dayAt, type Period, rangeOfPeriod } from '../report-period.ts'

const most = 20
const score = (value: number | null): Fact => ({ as: 'number', value })

/** A report section with scores of air and comfort, and a list of the rooms with the lowest scores. */
export const ratings: ReportPart = {
  key: 'Ratings',
  title: 'Air and comfort',
  async build(context) {
    const { site, before, beforeWords } = context
    const [now, then] = [
      await rate(context, context.period),
      await rate(context, daysOf(before, site.timeZone)),
    ]
    const rooms = now.rooms
      .filter(({ days }) => days > 0)
      .toSorted((a, b) => worse(a.AirQuality, b.AirQuality) || worse(a.Comfort, b.Comfort))
    const types = ['AirQuality', 'Comfort'] as const
    const isScored = types.some((type) => now.site[type] !== null || then.site[type] !== null)
    const figures: BlockFacts = {
      kind: 'Figures',
      items: types.map((type) => ({
        key: type,
        label: type === 'Comfort' ? 'comfort' : 'air quality',
        figure: { ...score(now.site[type]), link: `/ratings?siteId=${site.id}` },
        note: [score(then.site[type]), ' ', beforeWords],
      })),
    }
    return {
      note: ['Scores from 0 to 100, the means of the days that are over'],
      blocks: [
        ...(isScored ? [figures] : []),
        {
          kind: 'Table',
          key: 'ratings',
          title: 'Rooms with the worst air',
          columns: [
            { key: 'Room', title: 'Room', isNumber: false },
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'Air', title: 'Air quality', isNumber: true },
            { key: 'Comfort', title: 'Comfort', isNumber: true },
            { key: 'Days', title: 'Days scored', isNumber: true },
          ],
          rows: rooms
            .slice(0, most)
            .map(({ room, AirQuality, Comfort, days }) => [
              text(room.name, `/devices?deviceId=${room.id}`),
              text(room.site_name),
              score(AirQuality),
              score(Comfort),
              count(days),
            ]),
          ...(rooms.length === 0 && { note: ['No room had enough readings on any day.'] }),
          ...(rooms.length > most && { note: [count(rooms.length - most), ' more rooms are not listed.'] }),
        },
      ],
    }
  },
}

/** Rooms without a score come last. */
const worse = (a: number | null, b: number | null): number => (a ?? 101) - (b ?? 101)

/** Returns the whole days of a span. There may be none. */
function daysOf({ from, to }: ReportContext['span'], timeZone: string): Period {
  return { firstDay: dayAt(from.getTime(), timeZone), lastDay: addDays(dayAt(to.getTime(), timeZone), -1) }
}

function rate({ tx, scope, site, deviceIds, madeAt }: ReportContext, { firstDay, lastDay }: Period) {
  const yesterday = addDays(dayAt(madeAt.getTime(), site.timeZone), -1)
  const days = { firstDay, lastDay: lastDay < yesterday ? lastDay : yesterday }
  const range = rangeOfPeriod(days, site.timeZone)
  return readPeriodRatings(executeIn(tx), scope, {
    days: { ...days, ...range },
    timeZone: site.timeZone,
    deviceIds,
  })
}
