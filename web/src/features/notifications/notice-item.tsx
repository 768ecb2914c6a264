import type { PortalNotice } from '@eot/contract/notifications'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpdateAlert } from '../../domain/alerts/update-alert.ts'
import { AlertTypeChip, FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { agoText, clockTime, fullTime, shortTime } from '../../lib/time/time.ts'
import { useSiteSearch, useTimeZone } from '../../session/current-site.ts'
import { Allowed } from '../../session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { isOngoing, lastAt } from './notice-groups.ts'
import { noticeState, noticeTitle } from './notice-words.ts'

interface NoticeItemProps {
  notice: PortalNotice
  onRead: () => void
  /** Its link has been followed. */
  onFollow: () => void
}

/** An alert, device or outage of which the user was notified. */
export function NoticeItem({ notice, onRead, onFollow }: NoticeItemProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const zone = useTimeZone()
  const { confirm, isPending } = useUpdateAlert()
  const { Alert, Count, IsRead, Outage } = notice
  const title = noticeTitle(notice)
  const at = isOngoing(notice) ? (Outage?.StartAt ?? Alert?.StartAt ?? lastAt(notice)) : lastAt(notice)
  return (
    <li className={classNames('ni', !IsRead && 'un')}>
      <span className="stackk" data-n={Count > 1 ? Count : undefined}>
        <AlertTypeChip typeKey={Alert?.Type.Key ?? 'Offline'} sensor={Alert?.Sensor ?? null} />
      </span>
      <h3>
        <NoticeLink notice={notice} onFollow={onFollow}>
          <FormulaText text={title} />
          {!IsRead && <span className="vh">, {t('notifications.unreadMark')}</span>}
        </NoticeLink>
      </h3>
      <time dateTime={at} title={fullTime(at, zone)}>
        {isOngoing(notice) ? agoText(at, Math.max(now, Date.parse(at))) : clockTime(at, zone)}
      </time>
      <p>{noticeState(notice, zone, now)}</p>
      {Count > 1 && !Outage && <NoticeEvents notice={notice} />}
      {(Alert?.EndAt === null && !Alert.Confirmed && !Outage) || !IsRead ? (
        <div className="do">
          {Alert?.EndAt === null && !Alert.Confirmed && (
            <Allowed to="ConfirmAlerts">
              <Button
                size="sm"
                variant="primary"
                disabled={isPending}
                data-confirm
                aria-label={t('notifications.confirmOne', { name: title })}
                onClick={() => {
                  confirm(Alert)
                  if (!IsRead) onRead()
                }}
              >
                {t('notifications.confirmButton')}
              </Button>
            </Allowed>
          )}
          {!IsRead && (
            <IconButton
              icon={Check}
              size="sm"
              label={t('notifications.markOne', { name: title })}
              onClick={onRead}
            />
          )}
        </div>
      ) : null}
    </li>
  )
}

interface NoticeLinkProps {
  notice: PortalNotice
  onFollow: () => void
  children: ReactNode
}

/** Opens what the notification is about, at a site that contains it. The live page finds the site of a device. */
function NoticeLink({ notice: { Alert, Device, Outage }, onFollow, children }: NoticeLinkProps) {
  const siteSearch = useSiteSearch()
  if (Outage)
    return (
      <Link
        to="/alerts"
        search={{
          ...siteSearch([Outage.Site]),
          searchFilters: {
            type: ['Offline'],
            range: 'custom',
            startTime: Date.parse(Outage.StartAt),
            endTime: Outage.EndAt ? Date.parse(Outage.EndAt) : Date.now(),
          },
        }}
        onClick={onFollow}
      >
        {children}
      </Link>
    )
  if (Alert)
    return (
      <Link to="/alerts" search={{ ...siteSearch(Alert.SitePath), alert: Alert.Id }} onClick={onFollow}>
        {children}
      </Link>
    )
  return (
    <Link to="/devices/live-sensor-data" search={{ deviceId: Device.Id }} onClick={onFollow}>
      {children}
    </Link>
  )
}

/** The last events, newest first. */
function NoticeEvents({ notice: { Alert, Events } }: { notice: PortalNotice }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  return (
    <ul className="ups">
      {Events.map(({ At, Kind }) => (
        <li key={`${Kind} ${At}`}>
          <span>{shortTime(At, zone, now, clockTime)}</span>
          <span>
            {Kind === 'AlertConfirmed' && Alert?.ConfirmedBy
              ? t('notifications.confirmedByName', { name: Alert.ConfirmedBy.Name })
              : t(`notifications.kind.${Kind}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
