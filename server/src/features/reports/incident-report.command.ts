import type { Alert } from '@eot/contract/alerts'
import { areNoticesDeleted } from '@eot/contract/told'
import { sensorKeys } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { alertQueries, alertToWire } from '../alerts/index.ts'
import { explainQueries, findAlertDevice, type NoticeOfAlert } from '../notifications/index.ts'
import { readSeries } from '../readings/index.ts'
import { type IncidentNotice, incidentFacts } from './incident-facts.ts'
import type { ReportFacts } from './report-facts.ts'
import { reportFigures } from './report-figures.queries.ts'

const aroundMs = 30 * 60_000
/** The curve of a longer alert is cut off here. */
const longestMs = 12 * 3_600_000
const historyMs = 14 * 86_400_000

interface Parts {
  db: Kysely<Database>
  pool: pg.Pool
}

/** Returns everything that is known about one alert, for the record: measurements, who was told, who confirmed it. */
export async function incidentReport(
  { db, pool }: Parts,
  caller: Caller,
  id: string,
  now: Date,
): Promise<ReportFacts> {
  const scope = ownScope(caller)
  const alert = alertToWire(
    found(await alertQueries(db).findAlert(scope, id), 'alert_not_found'),
    caller.siteId,
  )
  const isOwn = !hasPermission(caller, 'ViewUsers')
  const seen = { scope, userId: isOwn ? caller.userId : undefined, isOwn }
  const notices = await explainQueries(db).listNotices(alert.Id, seen)
  const { people } = await explainQueries(db).countNotices(alert.Id, seen)
  const start = new Date(alert.StartAt)
  const before = reportFigures(
    { tx: db, scope, deviceIds: [alert.Device.Id], madeAt: now },
    { from: new Date(start.getTime() - historyMs), to: start },
  )
  const similar = (await before.listAnswers()).find(({ type }) => type === alert.Type.Key)
  return incidentFacts(alert, {
    points: await pointsAround(db, pool, alert, now),
    notices: notices.flatMap(noticeOf),
    told: people,
    isForgotten: areNoticesDeleted(alert.StartAt, now.getTime()),
    similar: similar ?? { count: 0, real: 0, false: 0 },
    now,
  })
}

async function pointsAround(db: Kysely<Database>, pool: pg.Pool, alert: Alert, now: Date) {
  const device = await findAlertDevice(pool, alert.Id)
  const key = sensorKeys.find((known) => known === alert.Sensor)
  if (key === undefined || !device) return []
  const start = Date.parse(alert.StartAt)
  const end = Math.min(alert.EndAt === null ? now.getTime() : Date.parse(alert.EndAt), start + longestMs)
  const range = { from: start - aroundMs, to: end + aroundMs }
  const { points } = await readSeries(executeIn(db), device, range, [key], undefined, alert.TimeZone)
  return (points[0] ?? []).map(([at, mean]) => [at, mean] as const)
}

function noticeOf({ kind, createdAt, finishedAt, status, ...notice }: NoticeOfAlert): IncidentNotice[] {
  return [
    {
      at: finishedAt ?? createdAt,
      kind,
      name: notice.fullName,
      channel: notice.channel,
      isTold: status === 'told',
    },
  ]
}
