import type { Language } from '@eot/contract/languages'
import { type Measurement, shownUnit, shownValue } from '@eot/contract/units'
import { sensorKinds } from '@eot/contract/vocabulary'
import { textsIn } from '../../texts/texts.ts'
import { toGsm } from '../messages/index.ts'
import {
  isOver,
  type Notice,
  type NoticeAlert,
  type NoticeOutage,
  type WaitingNotification,
} from './notice.ts'

/** The language, units and clock of a person. */
export interface Reader {
  language: Language
  measurement: Measurement
  is24h: boolean
  now: Date
}

/** The contents of a message, and its receiver. */
export interface Telling {
  notices: readonly Notice[]
  reader: Reader
  /** The names of the subscriptions that caused it. */
  subscriptions: readonly string[]
  /** The address at which the person confirms an alert with one tap. undefined if the person may not. */
  confirmUrl: (alertId: string) => string | undefined
}

/** A notice in words. None has line breaks. */
export interface NoticeWords {
  /** What, where and how bad, as a standalone text. */
  subject: string
  /** What and where, without the site. */
  title: string
  /** The state in a few words. */
  state: string
  /** The state with figures, for one line of several. */
  line: string
  /** Whole sentences. */
  sentences: string[]
}

export const noticesIn = ({ language }: Pick<Reader, 'language'>) => textsIn(language).notices

export function noticeWords(notice: Notice, reader: Reader): NoticeWords {
  const { last, about } = notice
  if (about === 'outage' && last.outage) return outageWords(last, last.outage, reader)
  if (about === 'alert' && last.alert) return alertWords(notice, last.alert, reader)
  return deviceWords(last, reader)
}

function alertWords({ kinds, last }: Notice, alert: NoticeAlert, reader: Reader): NoticeWords {
  const words = noticesIn(reader)
  const say = words.alert
  const title = words.title(words.typeName(alert.type), plain(last.deviceName))
  const place = `${title}, ${plain(last.siteName)}`
  const severity = words.severity(alert.severity)
  const values = valuesOf(alert, reader)
  const since = timeText(alert.startedAt, last.timeZone, reader)
  if (alert.endedAt) {
    const lasted = durationText(alert.startedAt, alert.endedAt)
    const ended = timeText(alert.endedAt, last.timeZone, reader)
    return {
      subject: say.ended(place, lasted),
      title,
      state: words.endedAt(ended),
      line: say.endedLine(ended, lasted, values.peak),
      sentences: [say.lasted(since, lasted), ...(values.peak ? [say.peak(values.peak, values.level)] : [])],
    }
  }
  const reached = [
    ...(values.value ? [values.value] : []),
    ...(values.level ? [words.level(values.level)] : []),
  ].join(', ')
  const start = say.start({
    isLow: alert.type.endsWith('Low'),
    value: values.value,
    level: values.level,
    since,
  })
  const isReminder = kinds.has('AlertReminder') && !alert.isConfirmed
  if (isReminder) {
    return {
      subject: say.nobody(place),
      title: say.nobody(title),
      state: say.notConfirmedFor(severity, durationText(alert.startedAt, reader.now)),
      line: words.reachedSince(reached, since),
      sentences: [start, say.nobodyYet],
    }
  }
  if (kinds.has('AlertConfirmed') && alert.isConfirmed) {
    const by = say.confirmedBy(alert.confirmedBy === null ? undefined : plain(alert.confirmedBy))
    return {
      subject: say.confirmed(place),
      title,
      state: by,
      line: say.confirmedLine(by, since),
      sentences: [say.confirmedGoesOn(by), start],
    }
  }
  const line = words.reachedSince(reached, since)
  return {
    subject: `${alert.isUnstable ? say.comesBack(place) : place}${reached ? `: ${reached}` : ''}`,
    title,
    state: say.goesOn(severity, alert.isUnstable),
    line: alert.isUnstable ? say.lineComesBack(line) : line,
    sentences: [start, ...(alert.isUnstable ? [say.unstable] : [])],
  }
}

function deviceWords(last: WaitingNotification, reader: Reader): NoticeWords {
  const { device: say, endedAt } = noticesIn(reader)
  const device = plain(last.deviceName)
  const isBack = isOver({ last, about: 'device' })
  const since = timeText(last.alert?.startedAt ?? last.at, last.timeZone, reader)
  const at = isBack ? timeText(last.alert?.endedAt ?? last.at, last.timeZone, reader) : since
  const where = `${device}, ${plain(last.siteName)}`
  if (isBack && !hasReturned(last))
    return {
      subject: say.endedWasOffline(where),
      title: say.wasOffline(device),
      state: endedAt(at),
      line: say.endedLine(at, since),
      sentences: [say.endedBy(at, last.alert?.endReason, since)],
    }
  const state = isBack ? say.backSince(at) : say.offlineSince(at)
  return {
    subject: isBack ? say.isBack(where) : say.isOffline(where),
    title: isBack ? say.isBack(device) : say.isOffline(device),
    state,
    line: state,
    sentences: [isBack ? say.reportsSince(at) : say.lastHeard(at)],
  }
}

/** Returns whether a device whose alert has ended has reported again. */
const hasReturned = ({ kind, alert }: WaitingNotification): boolean =>
  kind === 'DeviceOnline' || alert === null || alert.endReason === null || alert.endReason === 'Online'

function outageWords({ timeZone }: WaitingNotification, outage: NoticeOutage, reader: Reader): NoticeWords {
  const { outage: say, device, endedAt } = noticesIn(reader)
  const site = plain(outage.siteName)
  const since = timeText(outage.startedAt, timeZone, reader)
  if (outage.endedAt) {
    const at = timeText(outage.endedAt, timeZone, reader)
    const count = say.back(outage.returned, outage.devices)
    if (outage.returned < outage.devices - outage.silent)
      return {
        subject: say.ended(site, count),
        title: device.wasOffline(site),
        state: endedAt(at),
        line: say.endedLine(count, at),
        sentences: [say.others(count)],
      }
    return {
      subject: say.isBack(site, count),
      title: device.isBack(site),
      state: device.backSince(at),
      line: say.since(count, at),
      sentences: [say.after(count, durationText(outage.startedAt, outage.endedAt))],
    }
  }
  const count = say.silent(outage.silent, outage.devices)
  return {
    subject: say.isOffline(site, count, since),
    title: device.isOffline(site),
    state: device.offlineSince(since),
    line: say.since(count, since),
    sentences: [say.fellSilent(count, since), say.noAlerts],
  }
}

function valuesOf(alert: NoticeAlert, { measurement, language }: Reader) {
  const { value, peak, threshold } = alert
  const text = (canonical: number | null, isLevel = false): string | undefined => {
    if (canonical === null) return undefined
    const number = numberText(shownValue(canonical, alert.unit, measurement), alert.sensor, language, isLevel)
    const shown = shownUnit(alert.unit, measurement)
    return shown === '' ? number : `${number} ${shown}`
  }
  return { value: text(value), peak: text(peak), level: text(threshold, true) }
}

/** Formats a value in the reader's unit, with the decimals of the sensor. */
export function numberText(
  shown: number,
  sensor: string | null,
  language: Language,
  isLevel = false,
): string {
  const decimals = sensorKinds.find(({ key }) => key === sensor)?.decimals ?? 1
  return shown.toLocaleString(textsIn(language).locale, {
    minimumFractionDigits: decimals,
    // A level may be between two values that a reading can show: 85.5 dB(A) is not 86.
    maximumFractionDigits: decimals + (isLevel ? 1 : 0),
  })
}

/** Returns for example "10:36 AM CST", with the date unless it is today there. */
export function timeText(
  at: Date,
  timeZone: string,
  { is24h, now, language }: Pick<Reader, 'is24h' | 'now' | 'language'>,
): string {
  const { day, time } = formatsOf(timeZone, is24h, language)
  const text = time.format(at).replaceAll('\u202f', ' ') // the space before AM
  return day.format(at) === day.format(now) ? text : noticesIn({ language }).onDay(text, day.format(at))
}

interface Formats {
  day: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
}

/** Cached, since creating a format takes a hundred times as long as using it. There are a few hundred zones. */
const formats = new Map<string, Formats>()

function formatsOf(timeZone: string, is24h: boolean, language: Language): Formats {
  const key = `${timeZone} ${is24h} ${language}`
  const known = formats.get(key)
  if (known) return known
  const made = {
    day: new Intl.DateTimeFormat(textsIn(language).locale, { timeZone, month: 'long', day: 'numeric' }),
    // 10:36 AM CST in any language.
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
 * Returns a name chosen by users, on one line. Spaces break what mail programs and phones would turn into a link, so that users
 * cannot send others to foreign pages in the portal's name. Letters and dots that only look like plain ones are included: text
 * messages are sent with the plain ones.
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
