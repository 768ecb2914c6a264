import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { matchesFilter } from '../alerts/index.ts'
import type { ReportContext, Span } from './report-context.section.ts'

/** How the alerts of a type, or all alerts, were handled, and how long they lasted. */
export interface AnswerFigures {
  /** The key of the type. */
  type: string
  count: number
  confirmed: number
  /** In seconds from the start; null if none was confirmed. */
  medianToConfirm: number | null
  real: number
  false: number
  unknown: number
  open: number
  /** In seconds, of those that have ended; null if none has. */
  medianDuration: number | null
  /** In seconds; those still open until now. */
  longest: number | null
}

export interface DeviceFigures {
  id: string
  name: string
  siteName: string
  count: number
  /** Seconds in alert, the sum of all its alerts. */
  inAlert: number
  types: { key: string; count: number }[]
}

export interface LongAlert {
  id: string
  type: string
  deviceName: string
  siteName: string
  startedAt: Date
  endedAt: Date | null
  seconds: number
  confirmed: boolean
  disposition: string | null
}

export interface RejectedFigures {
  reason: string
  messages: number
  devices: number
}

type About = Pick<ReportContext, 'tx' | 'scope' | 'deviceIds' | 'madeAt'>

export const selectionOf = (
  { scope, deviceIds }: Pick<About, 'scope' | 'deviceIds'>,
  { from, to }: Span,
) => ({
  scope,
  filter: {
    rangeBy: 'Start' as const,
    fromInclusive: from,
    toExclusive: to,
    ...(deviceIds && { deviceIds: [...deviceIds] }),
  },
})

export function reportFigures(about: About, span: Span) {
  const { tx, madeAt } = about
  const { scope, filter } = selectionOf(about, span)
  const matching = async (typeKeys?: string[]) =>
    tx.selectFrom('alert').where(await matchesFilter(tx, scope, { ...filter, typeKeys }))
  const seconds = sql<number>`extract(epoch from coalesce(ended_at, greatest(started_at, ${madeAt}::timestamptz)) - started_at)::float8`

  const answers = async (isByType: boolean) =>
    (await matching())
      .select((eb) => [
        sql<string>`${isByType ? sql.ref('type_key') : sql`''`}`.as('type'),
        eb.fn.countAll<number>().as('count'),
        sql<number>`count(*) filter (where confirmed)::int`.as('confirmed'),
        sql<
          number | null
        >`percentile_cont(0.5) within group (order by extract(epoch from confirmed_at - started_at))
          filter (where confirmed and confirmed_at is not null)`.as('medianToConfirm'),
        sql<number>`count(*) filter (where disposition = 'Real')::int`.as('real'),
        sql<number>`count(*) filter (where disposition = 'False')::int`.as('false'),
        sql<number>`count(*) filter (where disposition = 'Unknown')::int`.as('unknown'),
        sql<number>`count(*) filter (where ended_at is null)::int`.as('open'),
        sql<
          number | null
        >`percentile_cont(0.5) within group (order by ${seconds}) filter (where ended_at is not null)`.as(
          'medianDuration',
        ),
        sql<number | null>`max(${seconds})`.as('longest'),
      ])
      .groupBy(sql`1`)
      .orderBy(sql`2 desc, 1`)
      .execute()

  return {
    /** Lists figures by type, most alerts first. */
    listAnswers: (): Promise<AnswerFigures[]> => answers(true),

    async sumAnswers(): Promise<AnswerFigures> {
      const [all] = await answers(false)
      const none = { count: 0, confirmed: 0, real: 0, false: 0, unknown: 0, open: 0 }
      return all ?? { type: '', ...none, medianToConfirm: null, medianDuration: null, longest: null }
    },

    /** Lists the devices with the most alerts, with the names of their last one. */
    async listDevices(limit: number): Promise<DeviceFigures[]> {
      const { rows } = await sql<DeviceFigures>`
        with counted as (
          select device_id, type_key, count(*)::int as count, sum(seconds) as seconds,
            (array_agg(device_name order by started_at desc, id desc))[1] as name,
            (array_agg(site_name order by started_at desc, id desc))[1] as site, max(started_at) as last
          from (${(await matching()).selectAll().select(seconds.as('seconds'))}) alert group by 1, 2
        )
        select device_id as id, (array_agg(name order by last desc))[1] as name,
          (array_agg(site order by last desc))[1] as "siteName", sum(count)::int as count,
          sum(seconds)::float8 as "inAlert",
          jsonb_agg(jsonb_build_object('key', type_key, 'count', count) order by count desc, type_key) as types
        from counted group by 1 order by 4 desc, 1 limit ${limit}`.execute(tx)
      return rows
    },

    async countDevicesWithAlerts(): Promise<number> {
      const found = await (await matching())
        .select(sql<number>`count(distinct device_id)::int`.as('count'))
        .executeTakeFirstOrThrow()
      return found.count
    },

    /** Lists the longest first. */
    async listLongest(limit: number, typeKeys?: string[]): Promise<LongAlert[]> {
      return await (await matching(typeKeys))
        .select([
          'id',
          'type_key as type',
          'device_name as deviceName',
          'site_name as siteName',
          'started_at as startedAt',
          'ended_at as endedAt',
          'confirmed',
          'disposition',
          seconds.as('seconds'),
        ])
        .orderBy(sql`seconds desc, started_at, id`)
        .limit(limit)
        .execute()
    },

    /** Counts messages of devices that were not stored, by reason. */
    async listRejected(limit: number): Promise<RejectedFigures[]> {
      const { rows } = await sql<RejectedFigures>`
        select reason, sum(count)::int as messages, count(distinct mac)::int as devices
        from quarantine join site on site.id = quarantine.site_id
        where ${inScope(sql.ref('site.path'), scope)} and received_at >= ${span.from} and received_at < ${span.to}
          and ${about.deviceIds ? sql`device_id = any(${[...about.deviceIds]}::uuid[])` : sql`true`}
        group by 1 order by 2 desc, 1 limit ${limit}`.execute(tx)
      return rows
    },
  }
}

export const reportDeviceQueries = (db: Kysely<Database>) => ({
  async countGroups(scope: Scope, ids: readonly string[]): Promise<number> {
    return await countRows(
      db
        .selectFrom('device_group')
        .innerJoin('site', 'site.id', 'device_group.site_id')
        .where('device_group.id', 'in', [...ids])
        .where((eb) => inScope(eb.ref('site.path'), scope)),
    )
  },

  /** Lists the current devices of a scope, or those of them among the given ones. */
  async listIds(
    scope: Scope,
    among: { deviceIds?: readonly string[] | undefined; groupIds?: readonly string[] | undefined },
  ) {
    const { deviceIds, groupIds } = among
    const rows = await db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .$if(deviceIds !== undefined, (query) =>
        query.where(sql<SqlBool>`device.id = any(${[...(deviceIds ?? [])]}::uuid[])`),
      )
      .$if(groupIds !== undefined, (query) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('device_group_device as member')
              .innerJoin('device_group', 'device_group.id', 'member.device_group_id')
              .innerJoin('site as place', 'place.id', 'device_group.site_id')
              .whereRef('member.device_id', '=', 'device.id')
              .where('device_group.id', 'in', [...(groupIds ?? [])])
              .where((inner) => inScope(inner.ref('place.path'), scope))
              .select(sql`1`.as('one')),
          ),
        ),
      )
      .select('device.id')
      .orderBy('device.id')
      .execute()
    return rows.map(({ id }) => id)
  },
})
