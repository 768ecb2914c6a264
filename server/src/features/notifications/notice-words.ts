import { type Measurement, shownUnit, shownValue } from '@eot/contract/units'
import { findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import { toGsm } from '../messages/index.ts'
import { isOver, type Notice, type NoticeAlert, type NoticeOutage, type NoticeRow } from './notice.ts'

/** How a person reads numbers and times. */
export interface Reader {
  measurement: Measurement
  is24h: boolean
  now: Date
}

/** What a message tells, and to whom. */
export interface Telling {
  notices: readonly Notice[]
  reader: Reader
  /** The names of the subscriptions by which it comes. */
  subscriptions: readonly string[]
  /** Where the person confirms an alert with one tap. undefined if the person may not. */
  confirmUrl: (alertId: string) => string | undefined
}

/** A notice in words. None has line breaks. */
export interface NoticeWords {
  /** What, where and how bad, on its own. */
  subject: string
  /** What and where, without the site. */
  title: string
  /** The state in a few words. */
  state: string
  /** The same with figures, for one line of several. */
  line: string
  /** Whole sentences. */
  sentences: string[]
}

/** Names of types within a title, where they differ from those of the vocabulary. */
const typeNames: Readonly<Record<string, string>> = {
  Temperature: 'High temperature',
  TemperatureLow: 'Low temperature',
  Humidity: 'High humidity',
  HumidityLow: 'Low humidity',
  Tamper: 'Tampering',
  ECO2: 'CO₂ (estimated)',
  NH3: 'NH₃',
  NO2: 'NO₂',
  Particulate: 'PM2.5',
}

export const typeName = (key: string): string => typeNames[key] ?? findAlertType(key)?.Name ?? key

export function noticeWords(notice: Notice, reader: Reader): NoticeWords {
  const { last, about } = notice
  if (about === 'outage' && last.outage) return outageWords(last, last.outage, reader)
  if (about === 'alert' && last.alert) return alertWords(notice, last.alert, reader)
  return deviceWords(last, reader)
}

function alertWords({ kinds, last }: Notice, alert: NoticeAlert, reader: Reader): NoticeWords {
  const title = `${typeName(alert.type)} in ${plain(last.deviceName)}`
  const place = `${title}, ${plain(last.siteName)}`
  const values = valuesOf(alert, reader)
  const since = timeText(alert.startedAt, last.timeZone, reader)
  if (alert.endedAt) {
    const lasted = durationText(alert.startedAt, alert.endedAt)
    const ended = timeText(alert.endedAt, last.timeZone, reader)
    return {
      subject: `Ended: ${place}, after ${lasted}`,
      title,
      state: `Ended at ${ended}`,
      line: `Ended at ${ended} after ${lasted}${values.peak ? `, peak ${values.peak}` : ''}`,
      sentences: [
        `It started at ${since} and lasted ${lasted}.`,
        ...(values.peak
          ? [`Its peak was ${values.peak}${values.level ? `; ${values.level} raises an alert` : ''}.`]
          : []),
      ],
    }
  }
  const reached = [
    ...(values.value ? [values.value] : []),
    ...(values.level ? [`level ${values.level}`] : []),
  ].join(', ')
  const start = `It ${alert.type.endsWith('Low') ? 'fell to' : 'reached'} ${values.value ?? 'its level'}${values.level ? `, where ${values.level} raises an alert,` : ''} at ${since}.`
  const isReminder = kinds.has('AlertReminder') && !alert.isConfirmed
  if (isReminder) {
    const open = durationText(alert.startedAt, reader.now)
    return {
      subject: `Nobody has confirmed: ${place}`,
      title: `Nobody has confirmed: ${title}`,
      state: `${alert.severity}, not confirmed for ${open}`,
      line: `${reached ? `${reached}, since` : 'Since'} ${since}`,
      sentences: [start, 'It is still going on and nobody has confirmed it.'],
    }
  }
  if (kinds.has('AlertConfirmed') && alert.isConfirmed) {
    const by = alert.confirmedBy === null ? 'Confirmed' : `Confirmed by ${plain(alert.confirmedBy)}`
    return {
      subject: `Confirmed: ${place}`,
      title,
      state: by,
      line: `${by}, still going on since ${since}`,
      sentences: [`${by}. It is still going on.`, start],
    }
  }
  return {
    subject: `${place}${alert.isUnstable ? ' keeps coming back' : ''}${reached ? `: ${reached}` : ''}`,
    title,
    state: `${alert.severity}, still going on${alert.isUnstable ? ', unstable' : ''}`,
    line: `${reached ? `${reached}, since` : 'Since'} ${since}${alert.isUnstable ? ', keeps coming back' : ''}`,
    sentences: [
      start,
      ...(alert.isUnstable
        ? [
            'It has come and gone several times. It now stays open until the values have been calm for half an hour.',
          ]
        : []),
    ],
  }
}

function deviceWords(last: NoticeRow, reader: Reader): NoticeWords {
  const device = plain(last.deviceName)
  const isBack = isOver({ last, about: 'device' })
  const since = timeText(last.alert?.startedAt ?? last.at, last.timeZone, reader)
  const at = isBack ? timeText(last.alert?.endedAt ?? last.at, last.timeZone, reader) : since
  const where = `${device}, ${plain(last.siteName)}`
  if (isBack && !hasReturned(last))
    return {
      subject: `Ended: ${where} was offline`,
      title: `${device} was offline`,
      state: `Ended at ${at}`,
      line: `Ended at ${at}, not heard since ${since}`,
      sentences: [
        `The alert ended at ${at}, ${endedBy(last.alert?.endReason)}. The device has not been heard since ${since}.`,
      ],
    }
  const state = isBack ? `Back online since ${at}` : `Offline since ${at}`
  return {
    subject: isBack ? `${where} is back online` : `${where} is offline`,
    title: isBack ? `${device} is back online` : `${device} is offline`,
    state,
    line: state,
    sentences: [
      isBack
        ? `It has reported again since ${at}.`
        : `It was last heard at ${at}. Until it returns, it raises no alerts.`,
    ],
  }
}

/** Whether a device of which the alert has ended has reported again. */
const hasReturned = ({ kind, alert }: NoticeRow): boolean =>
  kind === 'DeviceOnline' || alert === null || alert.endReason === null || alert.endReason === 'Online'

const endings: Readonly<Record<string, string>> = {
  EndedByUser: 'since somebody ended it',
  Moved: 'since the device or its site was moved',
  DeviceDeactivated: 'since the device was deactivated',
  DeviceExpired: 'since the device has expired',
  DeviceDeleted: 'since the device was deleted',
  SiteDeactivated: 'since the site was deactivated',
}

const endedBy = (reason: string | null | undefined): string =>
  endings[reason ?? ''] ?? 'since such alerts were turned off'

function outageWords({ timeZone }: NoticeRow, outage: NoticeOutage, reader: Reader): NoticeWords {
  const site = plain(outage.siteName)
  const since = timeText(outage.startedAt, timeZone, reader)
  const back = outage.devices - outage.silent
  if (outage.endedAt) {
    const at = timeText(outage.endedAt, timeZone, reader)
    const count = `${outage.returned} of ${outage.devices} devices are back`
    if (outage.returned < back)
      return {
        subject: `Ended: ${site} was offline, ${count}`,
        title: `${site} was offline`,
        state: `Ended at ${at}`,
        line: `${count}, ended at ${at}`,
        sentences: [`${count}. The alerts of others were ended although they have not reported again.`],
      }
    return {
      subject: `${site} is back online: ${count}`,
      title: `${site} is back online`,
      state: `Back online since ${at}`,
      line: `${count} since ${at}`,
      sentences: [`${count}, after ${durationText(outage.startedAt, outage.endedAt)}.`],
    }
  }
  const count = back === 0 ? `${outage.devices} devices` : `${outage.silent} of ${outage.devices} devices`
  return {
    subject: `${site} is offline: ${count} since ${since}`,
    title: `${site} is offline`,
    state: `Offline since ${since}`,
    line: `${count} since ${since}`,
    sentences: [
      `${count} fell silent together at ${since}, so power or the network of the site is the likely cause.`,
      'Until they return, they raise no alerts.',
    ],
  }
}

function valuesOf(alert: NoticeAlert, { measurement }: Reader) {
  const { value, peak, threshold } = alert
  const text = (canonical: number | null, isLevel = false): string | undefined => {
    if (canonical === null) return undefined
    const number = numberText(shownValue(canonical, alert.unit, measurement), alert.sensor, isLevel)
    const shown = shownUnit(alert.unit, measurement)
    return shown === '' ? number : `${number} ${shown}`
  }
  return { value: text(value), peak: text(peak), level: text(threshold, true) }
}

/** A value in the reader's unit, with the decimals of the sensor. */
export function numberText(shown: number, sensor: string | null, isLevel = false): string {
  const decimals = sensorKinds.find(({ key }) => key === sensor)?.decimals ?? 1
  return shown.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    // A level may be between two values that a reading can show: 85.5 dB(A) is not 86.
    maximumFractionDigits: decimals + (isLevel ? 1 : 0),
  })
}

/** "10:36 AM CST", with the date unless it is today there. */
export function timeText(at: Date, timeZone: string, { is24h, now }: Pick<Reader, 'is24h' | 'now'>): string {
  const { day, time } = formatsOf(timeZone, is24h)
  const text = time.format(at).replaceAll('\u202f', ' ') // the space before AM
  return day.format(at) === day.format(now) ? text : `${text} on ${day.format(at)}`
}

interface Formats {
  day: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
}

/** Kept, since creating a format takes a hundred times as long as using it. There are a few hundred zones. */
const formats = new Map<string, Formats>()

function formatsOf(timeZone: string, is24h: boolean): Formats {
  const key = `${timeZone} ${is24h}`
  const known = formats.get(key)
  if (known) return known
  const made = {
    day: new Intl.DateTimeFormat('en-US', { timeZone, month: 'long', day: 'numeric' }),
    time: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: is24h ? '2-digit' : 'numeric',
      minute: '2-digit',
      hourCycle: is24h ? 'h23' : 'h12',
      timeZoneName: 'short',
    }),
  }
  formats.set(key, made)
  return made
}

export function durationText(from: Date, to: Date): string {
  const seconds = Math.max(1, Math.round((to.getTime() - from.getTime()) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

export const siteOf = ({ last }: Pick<Notice, 'last'>): string => plain(last.siteName)

/**
 * A name chosen by users, on one line. Spaces break what mail programs and phones would turn into a link, so that nobody
 * sends people elsewhere in the portal's name. Letters and dots that merely look like plain ones count too: text messages
 * are sent with the plain ones.
 */
export function plain(name: string): string {
  const broken = breakLinks(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
  const asText = toGsm(broken)
  const brokenText = breakLinks(asText)
  return (brokenText === asText ? broken : brokenText).trim()
}

const breakLinks = (text: string): string =>
  text
    .replaceAll('://', ': //')
    .replace(/(?<=[\p{L}\p{N}-])[.。](?=\p{L}{2})/gu, '$& ')
    .replace(/(?<=\S)@(?=\S)/gu, ' @ ')
