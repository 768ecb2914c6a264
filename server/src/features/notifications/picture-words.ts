import { findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import type { NoticeAlert } from './notice.ts'
import { durationText, type Reader, timeText } from './notice-words.ts'
import type { ReadingPicture } from './reading-picture.ts'

/** What a picture of readings shows, in sentences: for the plain text, and for those who cannot see it. */
export function pictureWords(picture: ReadingPicture, alert: NoticeAlert, reader: Reader): string {
  const { range, points, startedAt, endedAt, timeZone, unit } = picture
  const withUnit = (value: number) => `${picture.valueText(value)}${unit === '' ? '' : ` ${unit}`}`
  const isLow = alert.type.endsWith('Low')
  const before = points.filter(({ at }) => at < startedAt).map(({ value }) => value)
  const during = points.filter(({ at }) => at >= startedAt && at <= (endedAt ?? range.to))
  const farthest = during.toSorted((a, b) => (isLow ? a.value - b.value : b.value - a.value))[0]
  const last = points.at(-1)
  const time = (at: number) => timeText(new Date(at), timeZone, reader)
  const lead = durationText(new Date(range.from), new Date(startedAt))
  const [low, high] = [withUnit(Math.min(...before)), withUnit(Math.max(...before))]
  return [
    ...(before.length === 0
      ? [`There are no readings of the ${lead} before.`]
      : [
          `In the ${lead} before, ${nameOf(alert)} was ${low === high ? low : `between ${low} and ${high}`}.`,
        ]),
    ...(farthest
      ? [
          `Its ${isLow ? 'lowest' : 'highest'} value since is ${withUnit(farthest.value)}, at ${time(farthest.at)}.`,
        ]
      : []),
    ...(last ? [`The last reading is ${withUnit(last.value)}, at ${time(last.at)}.`] : []),
  ].join(' ')
}

/** The picture's title, for those who cannot see it. */
export function pictureTitle(picture: ReadingPicture, alert: NoticeAlert, reader: Reader): string {
  const { range, level, timeZone, unit, valueText } = picture
  const time = (at: number) => timeText(new Date(at), timeZone, reader)
  const drawn = `Chart of ${nameOf(alert)} from ${time(range.from)} to ${time(range.to)}`
  return level === null
    ? `${drawn}.`
    : `${drawn}, with the level of ${valueText(level)}${unit === '' ? '' : ` ${unit}`} that raises an alert.`
}

/** Within a sentence: "temperature", but "CO". */
function nameOf({ sensor, type }: NoticeAlert): string {
  const name = sensorKinds.find(({ key }) => key === sensor)?.name ?? findAlertType(type)?.Name ?? type
  return name === name.toUpperCase() || /\d|[A-Z]{2}/.test(name) ? name : name.toLowerCase()
}
