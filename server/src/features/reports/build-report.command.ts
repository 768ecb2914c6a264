import { type ReportSectionKey, reportSections } from '@eot/contract/report-model'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import { headlineOf } from './headline.command.ts'
import { onlineOnce } from './online.queries.ts'
import type { ReportContext, Span } from './report-context.section.ts'
import type { ReportFacts, SectionFacts } from './report-facts.ts'
import { reportDeviceQueries } from './report-figures.queries.ts'
import { reportParts } from './report-parts.section.ts'
import {
  daysBefore,
  daysIn,
  type Period,
  type PeriodType,
  periodBefore,
  rangeOfPeriod,
} from './report-period.ts'
import { reportSiteQueries } from './report-sites.queries.ts'
import { unusualHeadline } from './sections/unusual.section.ts'

export interface ReportWish {
  scope: Scope
  /** undefined: a custom period. */
  type?: PeriodType | undefined
  /** Default: the name of its type. */
  name?: string | undefined
  period: Period
  /** In this order. Default: all. */
  sections?: readonly ReportSectionKey[] | undefined
  deviceIds?: readonly string[] | undefined
  groupIds?: readonly string[] | undefined
}

interface Making {
  db: Kysely<Database>
  madeAt: Date
  /** Days for which rejected messages are kept. */
  quarantineDays: number
  /** Called after each of `of` sections. Throwing stops the report. */
  onProgress?: (done: number, of: number) => Promise<void>
}

export const reportNames: Record<PeriodType, string> = {
  'Pdf-Weekly': 'Weekly report',
  'Pdf-Monthly': 'Monthly report',
  'Heatmap-Alerts': 'Unusual hours',
}
const beforeNames: Record<PeriodType, string> = {
  'Pdf-Weekly': 'the week before',
  'Pdf-Monthly': 'the month before',
  'Heatmap-Alerts': 'the day before',
}
const partNames: Record<PeriodType, string> = {
  'Pdf-Weekly': 'the same part of the week before',
  'Pdf-Monthly': 'the same part of the month before',
  'Heatmap-Alerts': 'the same part of the day before',
}

/** Reads all figures of a report from one snapshot. */
export const buildReport = (wish: ReportWish, making: Making): Promise<ReportFacts> =>
  inSnapshot(making.db, async (tx) => {
    const { scope, period, type } = wish
    const { madeAt, quarantineDays } = making
    const { site, sitePath } = await reportSiteQueries(tx).getSite(scope)
    const { timeZone } = site
    const spanOf = (of: Period) => {
      const { from, to } = rangeOfPeriod(of, timeZone)
      return { from: new Date(from), to: new Date(to) }
    }
    const isLimited = wish.deviceIds !== undefined || wish.groupIds !== undefined
    const deviceIds = isLimited ? await reportDeviceQueries(tx).listIds(scope, wish) : undefined
    const span = spanOf(period)
    const earlier = periodBefore(period, type)
    const context: ReportContext = {
      tx,
      scope,
      site,
      deviceIds,
      period,
      span,
      ...comparedWith(span, { whole: spanOf(earlier), days: daysIn(earlier), type, timeZone, madeAt }),
      madeAt,
      quarantineDays,
      listOnline: onlineOnce({ tx, scope, deviceIds, madeAt }),
    }
    const sections = await buildSections(context, wish.sections ?? reportSections, making)
    return {
      name: wish.name ?? (type ? reportNames[type] : 'Report'),
      site: { id: site.id, name: site.name },
      sitePath,
      period,
      named: type === 'Pdf-Weekly' ? 'Week' : type === 'Pdf-Monthly' ? 'Month' : null,
      startAt: context.span.from.toISOString(),
      endAt: context.span.to.toISOString(),
      timeZone,
      madeAt: madeAt.toISOString(),
      ...(type === 'Heatmap-Alerts' ? unusualHeadline(sections) : await headlineOf(context)),
      sections,
    }
  })

interface Earlier {
  whole: Span
  days: number
  type: PeriodType | undefined
  timeZone: string
  madeAt: Date
}

/** A period that is not over is compared with as much of the one before, in local time. */
function comparedWith(
  span: Span,
  { whole, days, type, timeZone, madeAt }: Earlier,
): Pick<ReportContext, 'before' | 'beforeWords'> {
  const to = new Date(daysBefore(madeAt.getTime(), days, timeZone))
  if (madeAt >= span.to || to >= whole.to)
    return { before: whole, beforeWords: type ? beforeNames[type] : 'as many days before' }
  return {
    before: { from: whole.from, to },
    beforeWords: type ? partNames[type] : 'the same part of the days before',
  }
}

async function buildSections(
  context: ReportContext,
  keys: readonly ReportSectionKey[],
  { onProgress }: Making,
): Promise<SectionFacts[]> {
  const sections: SectionFacts[] = []
  for (const key of keys) {
    const { title, build } = reportParts[key]
    sections.push({ key, title, ...(await build(context)) })
    await onProgress?.(sections.length, keys.length)
  }
  return sections
}
