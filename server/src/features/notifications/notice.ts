import type { Severity } from '@eot/contract/vocabulary'
import { isLate } from './event-gates.ts'
import type { NotificationKind } from './tables.ts'

/** A notification with the current state of its subject. */
export interface WaitingNotification {
  id: string
  seq: number
  kind: NotificationKind
  sitePath: string
  deviceId: string
  deviceName: string
  siteName: string
  timeZone: string
  at: Date
  expiresAt: Date | null
  /** The alert; of an event about a device, its offline alert of that time. */
  alert: NoticeAlert | null
  /** The outage that has the alert among others. */
  outage: NoticeOutage | null
  /** Whether the person has been notified of the alert or its outage before, in a message that was sent. */
  isStartTold: boolean
  /** Whether a message about the alert or its outage is still being delivered. */
  isStartUnderway: boolean
  /** When the portal learned of it. */
  storedAt: Date
  /** Whether it is ready to be sent. */
  isReady: boolean
  /** Whether the person has been notified before of the start of the outage, at its current site, and of its end. */
  isOutageStartTold: boolean
  isOutageEndTold: boolean
  /** Whether maintenance keeps people from being notified of it now. */
  isHeld: boolean
  /** Until when maintenance held it; null if it did not. */
  heldUntil: Date | null
}

export interface NoticeAlert {
  id: string
  type: string
  severity: Severity
  sensor: string | null
  unit: string
  startedAt: Date
  endedAt: Date | null
  endReason: string | null
  value: number | null
  peak: number | null
  threshold: number | null
  confirmedBy: string | null
  isConfirmed: boolean
  isUnstable: boolean
  /** The end of its snooze; may be past. */
  snoozedUntil: Date | null
}

/** Limited to what the person may see. */
export interface NoticeOutage {
  id: string
  /** The path of its site; for those who do not see that site, the path of their own. */
  path: string
  siteName: string
  startedAt: Date
  endedAt: Date | null
  devices: number
  silent: number
  /** How many have reported again. The alerts of others can have been ended without that. */
  returned: number
}

/** A unit of a message: all notifications about the same alert, device or outage. */
export interface Notice {
  kinds: ReadonlySet<NotificationKind>
  /** The last notification about it. */
  last: WaitingNotification
  about: 'alert' | 'device' | 'outage'
}

/** Groups notifications, in the order in which their events happened. */
export function groupNotices(rows: readonly WaitingNotification[]): Notice[] {
  const groups = Map.groupBy(rows, keyOf)
  return [...groups.values()].flatMap((group) => {
    const last = group.toSorted((a, b) => a.seq - b.seq).at(-1)
    if (!last) return []
    const isOfConnection = last.alert === null || last.alert.type === 'Offline'
    return {
      kinds: new Set(group.map(({ kind }) => kind)),
      last,
      about: last.outage ? 'outage' : isOfConnection ? 'device' : 'alert',
    }
  })
}

const keyOf = ({ alert, outage, deviceId }: WaitingNotification): string =>
  outage?.id ?? alert?.id ?? deviceId

/**
 * Returns notices that are ready, with everything else that waits about the same alert, device or outage, so that it is not
 * sent twice.
 */
export function withTheRestOfEach(waiting: readonly WaitingNotification[]): WaitingNotification[] {
  const ready = new Set(waiting.filter(({ isReady }) => isReady).map(keyOf))
  return waiting.filter((row) => ready.has(keyOf(row)))
}

/**
 * Returns whether a notice about its outage has covered it: people get one when the outage starts or extends to a site above,
 * and one when most of its devices are back.
 */
export function isPartOfOutage({
  kind,
  outage,
  isOutageStartTold,
  isOutageEndTold,
}: WaitingNotification): boolean {
  if (outage === null) return false
  return isEnd(kind)
    ? isOutageEndTold
    : isOutageStartTold && (kind === 'AlertStarted' || kind === 'DeviceOffline')
}

/** Returns whether it has to wait for the end of its outage, with which the return of a device is reported. */
export const waitsForOutage = ({ kind, outage }: WaitingNotification): boolean =>
  isEnd(kind) && outage !== null && outage.endedAt === null

const isEnd = (kind: NotificationKind): boolean => kind === 'AlertEnded' || kind === 'DeviceOnline'

/** Returns whether its subject has ended: the alert, the outage, or the silence of the device. */
export function isOver({ last, about }: Pick<Notice, 'last' | 'about'>): boolean {
  if (about === 'outage' && last.outage) return last.outage.endedAt !== null
  return last.alert ? last.alert.endedAt !== null : last.kind === 'DeviceOnline'
}

/** Returns whether it is the start of an alert that had ended before its late readings arrived, or just after. */
export const isHistory = ({ kind, at, storedAt, alert }: WaitingNotification): boolean =>
  kind === 'AlertStarted' &&
  alert !== null &&
  alert.endedAt !== null &&
  isLate({ kind, alertType: alert.type, at, storedAt })

/** Returns whether it has to wait, so that nobody is notified of the end of an alert before its start. */
export const waitsForStart = ({ kind, isStartTold, isStartUnderway }: WaitingNotification): boolean =>
  (kind === 'AlertEnded' || kind === 'AlertConfirmed') && isStartUnderway && !isStartTold

/** Returns whether it is a reminder of an alert that has since been confirmed or ended. */
export const isNeedless = ({ kind, alert }: WaitingNotification): boolean =>
  kind === 'AlertReminder' && (alert === null || alert.isConfirmed || alert.endedAt !== null)

/** Returns the notifications held during maintenance that are no longer news when it ends. */
export function overInMaintenance(rows: readonly WaitingNotification[]): WaitingNotification[] {
  const held = rows.filter(({ heldUntil }) => heldUntil !== null)
  const { alerts = [], connections = [] } = Object.groupBy(held, ({ kind }) =>
    kind === 'DeviceOffline' || kind === 'DeviceOnline' ? 'connections' : 'alerts',
  )
  // The changes of a connection can belong to several offline alerts, or to none.
  const byDevice = Map.groupBy(connections, ({ deviceId }) => deviceId)
  const byAlert = Map.groupBy(alerts, ({ alert }) => alert?.id)
  return [
    ...[...byDevice.values()].flatMap(outdatedConnections),
    ...[...byAlert.values()].flatMap((group) => {
      const start = group.find(({ kind }) => kind === 'AlertStarted')
      return start && hadEnded(start) ? group : []
    }),
  ]
}

/** Returns whether its alert ended before maintenance did. */
const hadEnded = ({ alert, heldUntil }: WaitingNotification): boolean =>
  heldUntil !== null && alert !== null && alert.endedAt !== null && alert.endedAt <= heldUntil

/**
 * Returns which of the changes of a device's connection are no longer news: all if it was lost first and is back, otherwise all but
 * the last. A last loss is left out too if its alert has ended: this person does not subscribe to returns.
 */
function outdatedConnections(rows: readonly WaitingNotification[]): WaitingNotification[] {
  const changes = rows.toSorted((a, b) => a.seq - b.seq)
  const isAsBefore = changes[0]?.kind === 'DeviceOffline' && changes.at(-1)?.kind === 'DeviceOnline'
  return changes.filter(
    (row, index) =>
      isAsBefore || index < changes.length - 1 || (row.kind === 'DeviceOffline' && hadEnded(row)),
  )
}

/** Returns until when a reminder has to wait because its alert is snoozed; null if it does not. */
export const snoozeOf = ({ kind, alert }: WaitingNotification, now: Date): Date | null => {
  const until = kind === 'AlertReminder' ? (alert?.snoozedUntil ?? null) : null
  return until !== null && until > now ? until : null
}

/** Leaves out the end or confirmation of an alert for people who were not notified of the alert (B24). */
export function withoutUnknown(rows: readonly WaitingNotification[]): {
  told: WaitingNotification[]
  unknown: WaitingNotification[]
} {
  const isStart = ({ kind }: WaitingNotification) => kind === 'AlertStarted' || kind === 'AlertReminder'
  const started = new Set(rows.filter(isStart).map(({ alert }) => alert?.id))
  const isKnown = (row: WaitingNotification) =>
    (row.kind !== 'AlertEnded' && row.kind !== 'AlertConfirmed') ||
    row.isStartTold ||
    started.has(row.alert?.id)
  return { told: rows.filter(isKnown), unknown: rows.filter((row) => !isKnown(row)) }
}
