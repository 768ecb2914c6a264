import type { Alert } from '@eot/contract/alerts'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { clockTime, dayText, durationText, elapsedText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'

interface StoryOptions {
  /** Formats a value of the alert's sensor in the reader's units. */
  value: (value: number) => string
  /** Formats a level of the alert's rule in the reader's units. */
  level: (level: number) => string
  /** Epoch ms. */
  now: number
  /** IANA time zone of the times, the same as on the page. */
  zone: string
}

type When = (at: string) => string

/**
 * Describes the alert in two to four sentences: how it began, its extreme value, and how it ended or that it is
 * ongoing.
 */
export function alertStory(alert: Alert, { value, level, now, zone }: StoryOptions): string {
  const when = timeFormatter(zone, now)
  const parts = [
    beginning(alert, { value, level }, when),
    extreme(alert, value, when),
    ending(alert, level, when, now),
  ]
  if (alert.Unstable)
    parts.push(t(alert.EndAt === null ? 'alerts.story.heldOpen' : 'alerts.story.wasHeldOpen'))
  if (alert.Stale) parts.push(t('alerts.story.stale'))
  return parts.filter(Boolean).join(' ')
}

/** Formats times in story order. Names the day only when it differs from the one before. */
function timeFormatter(zone: string, now: number): When {
  let day = dayText(now, zone, now)
  return (at) => {
    const time = clockTime(at, zone)
    const before = day
    day = dayText(at, zone, now)
    return day === before ? t('alerts.story.at', { time }) : t('alerts.story.onDay', { day, time })
  }
}

function beginning(
  alert: Alert,
  { value, level }: Pick<StoryOptions, 'value' | 'level'>,
  when: When,
): string {
  const { Sensor, Value, Threshold, StartAt } = alert
  if (Sensor === null) return t('alerts.story.offline', { when: when(StartAt) })
  if (Sensor === 'tamper') return t('alerts.story.tampered', { when: when(StartAt) })
  const sensor = sensorName(Sensor)
  if (Value === null || Threshold === null) return t('alerts.story.raised', { sensor, when: when(StartAt) })
  const words = { sensor, limit: level(Threshold), value: value(Value), when: when(StartAt) }
  // Values that look equal after rounding: "above 50: 50" would read as an error.
  if (words.value === words.limit) return t(isLow(alert) ? 'alerts.story.downTo' : 'alerts.story.upTo', words)
  return t(isLow(alert) ? 'alerts.story.below' : 'alerts.story.above', words)
}

function extreme(alert: Alert, value: StoryOptions['value'], when: When): string {
  const { Sensor, Peak, PeakAt, Value, StartAt } = alert
  if (Peak === null || PeakAt === null || PeakAt === StartAt || Sensor === 'tamper') return ''
  if (Value !== null && value(Peak) === value(Value)) return ''
  return t(isLow(alert) ? 'alerts.story.lowest' : 'alerts.story.highest', {
    value: value(Peak),
    when: when(PeakAt),
  })
}

function ending(alert: Alert, level: StoryOptions['level'], when: When, now: number): string {
  if (alert.EndAt === null) {
    const duration = elapsedText((now - Date.parse(alert.StartAt)) / 1000)
    return t(alert.Sensor === null ? 'alerts.story.stillOffline' : 'alerts.story.open', { duration })
  }
  const words = { when: when(alert.EndAt), duration: durationText(alert.Duration) }
  if (alert.EndReason === 'Online') return t('alerts.story.online', words)
  if (alert.EndReason === 'EndedByUser') {
    const name = alert.EndedBy?.Name
    return name ? t('alerts.story.endedBy', { ...words, name }) : t('alerts.story.endedByHand', words)
  }
  const reason = reasonText(alert, level)
  return reason ? t('alerts.story.endedBecause', { ...words, reason }) : t('alerts.story.ended', words)
}

function reasonText(alert: Alert, level: StoryOptions['level']): string | undefined {
  switch (alert.EndReason) {
    case 'Cleared':
      if (alert.Sensor === 'tamper') return t('alerts.story.notTampered')
      if (alert.ClearLevel === null) return undefined
      return t(isLow(alert) ? 'alerts.story.backAbove' : 'alerts.story.backBelow', {
        clear: level(alert.ClearLevel),
      })
    case 'Quiet':
      return t('alerts.story.quiet')
    case 'Offline':
      return t('alerts.story.deviceOffline')
    case 'Moved':
      return t('alerts.story.moved')
    case 'DeviceDeactivated':
      return t('alerts.story.deviceDeactivated')
    case 'DeviceExpired':
      return t('alerts.story.deviceExpired')
    case 'DeviceDeleted':
      return t('alerts.story.deviceDeleted')
    case 'SiteDeactivated':
      return t('alerts.story.siteDeactivated')
    case 'RuleChanged':
      return t('alerts.story.ruleChanged')
    default:
      return undefined
  }
}

/** Whether the alert was raised by a value that is too low. Such alerts clear above their raise level. */
export function isLow({ Threshold, ClearLevel, Value }: Alert): boolean {
  if (Threshold === null) return false
  if (ClearLevel !== null && ClearLevel !== Threshold) return ClearLevel > Threshold
  return Value !== null && Value < Threshold
}
