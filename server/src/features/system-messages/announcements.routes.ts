import { type Announcement, announcementDays, systemMessages } from '@eot/contract/system-messages'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { bySeverity, isShown } from './announcement.ts'
import { type AnnouncementRow, announcementQueries } from './announcements.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

const dayMs = 86_400_000

/** The messages as shown to their readers. */
export function announcementRoutes(serve: Serve<Caller>, { db, clock }: Parts): void {
  serve(systemMessages.active, async ({ caller }) => {
    const now = clock()
    const queries = announcementQueries(db, caller)
    const shown = (await queries.listBegun(now, now)).filter((message) => isShown(message, now))
    const next = await queries.findNextChange(now)
    return { Items: bySeverity(shown).map(toWire), NextChangeAt: next?.toISOString() ?? null }
  })

  serve(systemMessages.announcements, async ({ caller }) => {
    const now = clock()
    const since = new Date(now.getTime() - announcementDays * dayMs)
    return (await announcementQueries(db, caller).listBegun(now, since)).map(toWire)
  })

  serve(systemMessages.dismiss, async ({ params, caller }) => {
    const now = clock()
    const queries = announcementQueries(db, caller)
    const message = found(await queries.findBegun(params.id, now), 'system_message_not_found')
    if (message.severity === 'Critical') throw new AppError('critical_message')
    await queries.dismiss(message.id, now)
  })

  serve(systemMessages.showAgain, async ({ params, caller }) => {
    const queries = announcementQueries(db, caller)
    const message = found(await queries.findBegun(params.id, clock()), 'system_message_not_found')
    await queries.showAgain(message.id)
  })
}

function toWire(row: AnnouncementRow): Announcement {
  return {
    Id: row.id,
    Title: row.title,
    Description: row.description,
    Severity: row.severity,
    StartAt: row.startsAt.toISOString(),
    EndAt: row.endsAt?.toISOString() ?? null,
    // A message that was made critical after it was dismissed is shown again.
    DismissedAt: row.severity === 'Critical' ? null : (row.dismissedAt?.toISOString() ?? null),
  }
}
