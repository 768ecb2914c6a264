import { type Announcement, announcementDays, systemMessages } from '@eot/contract/system-messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { levelOf, severityRank } from '../../domain/alerts/alert-words.ts'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useNow } from '../../lib/time/now.ts'
import { shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDismissal } from './use-announcements.ts'

/** System messages for the user: those shown now, most severe first, and those of the last 90 days. */
export function AnnouncementsPage() {
  const { t } = useTranslation()
  const now = useNow()
  const mayEdit = useAllowed('ViewSystemMessages')
  const query = useQuery(queryOf(systemMessages.announcements))
  const isNow = ({ EndAt }: Announcement) => EndAt === null || Date.parse(EndAt) > now
  const count = query.data?.filter(isNow).length
  return (
    <div className="announcements">
      <PageHead
        title={t('messages.announcements.title')}
        sub={count !== undefined && t('messages.announcements.count', { count })}
        actions={
          mayEdit && (
            <Link className="btn" to="/admin/system-messages">
              <Pencil className="icon" aria-hidden="true" />
              {t('messages.announcements.edit')}
            </Link>
          )
        }
      />
      <Panel query={query} className="" skeleton={<SkeletonRows rows={6} />}>
        {(all) => (
          <>
            <Section
              title={t('messages.announcements.now')}
              empty={t('messages.announcements.nothingNow')}
              messages={all
                .filter(isNow)
                .toSorted((a, b) => severityRank(a.Severity) - severityRank(b.Severity))}
            />
            <Section
              title={t('messages.announcements.earlier')}
              note={t('messages.announcements.lastDays', { count: announcementDays })}
              empty={t('messages.announcements.nothingEarlier', { count: announcementDays })}
              messages={all.filter((message) => !isNow(message))}
              isPast
            />
          </>
        )}
      </Panel>
    </div>
  )
}

interface SectionProps {
  title: string
  note?: ReactNode
  empty: string
  messages: readonly Announcement[]
  isPast?: boolean
}

function Section({ title, note, empty, messages, isPast = false }: SectionProps) {
  return (
    <section className="card" aria-label={title}>
      <header className="line">
        <h2>{title}</h2>
        {note && <span className="note">{note}</span>}
      </header>
      {messages.length === 0 ? (
        <p className="none muted">{empty}</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <AnnouncementItem key={message.Id} message={message} isPast={isPast} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AnnouncementItem({ message, isPast }: { message: Announcement; isPast: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useTimeZone()
  const dismissal = useDismissal()
  const { Id, Title, Description, Severity, StartAt, EndAt, DismissedAt } = message
  const time = (at: string) => shortTime(at, zone, now)
  const span =
    EndAt === null
      ? t('messages.announcements.since', { from: time(StartAt) })
      : t('messages.announcements.between', { from: time(StartAt), to: time(EndAt) })
  const dismissed = DismissedAt && t('messages.announcements.dismissedAt', { when: time(DismissedAt) })
  return (
    <li className="announcement">
      <Glyph level={levelOf(Severity)} label={t(`vocabulary.severity.${Severity}`)} />
      <div>
        <h3>{Title}</h3>
        {Description && <p>{Description}</p>}
        <p className="faint">{[span, dismissed].filter(Boolean).join(', ')}</p>
      </div>
      {DismissedAt !== null ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('messages.announcements.showAgainLabel', { title: Title })}
          disabled={dismissal.isPending}
          onClick={() => dismissal.mutate({ id: Id, isDismissed: false })}
        >
          {t('messages.announcements.showAgain')}
        </Button>
      ) : (
        !isPast &&
        Severity !== 'Critical' && (
          <Button
            size="sm"
            aria-label={t('banner.dismiss', { title: Title })}
            disabled={dismissal.isPending}
            onClick={() => dismissal.mutate({ id: Id, isDismissed: true })}
          >
            {t('messages.announcements.dismiss')}
          </Button>
        )
      )}
    </li>
  )
}
