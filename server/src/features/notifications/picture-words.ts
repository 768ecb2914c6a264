import { findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import type { NoticeAlert } from './notice.ts'
import { durationText, noticesIn, type Reader, timeText } from './notice-words.ts'
import type { ReadingPicture } from './reading-picture.ts'

/** Returns the contents of a picture of readings in sentences: for the plain text, and for people who cannot see it. */
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
  const say = noticesIn(reader).picture
  return [
    before.length === 0 ? say.noneBefore(lead) : say.before(lead, nameOf(alert, reader), low, high),
    ...(farthest ? [say.farthest(isLow, withUnit(farthest.value), time(farthest.at))] : []),
    ...(last ? [say.last(withUnit(last.value), time(last.at))] : []),
  ].join(' ')
}

/** Returns the picture's title, for people who cannot see it. */
export function pictureTitle(picture: ReadingPicture, alert: NoticeAlert, reader: Reader): string {
  const { range, level, timeZone, unit, valueText } = picture
  const time = (at: number) => timeText(new Date(at), timeZone, reader)
  const say = noticesIn(reader).picture
  const drawn = say.title(nameOf(alert, reader), time(range.from), time(range.to))
  return level === null
    ? `${drawn}.`
    : say.withLevel(drawn, `${valueText(level)}${unit === '' ? '' : ` ${unit}`}`)
}

function nameOf({ sensor, type }: NoticeAlert, reader: Reader): string {
  const name = sensorKinds.find(({ key }) => key === sensor)?.name ?? findAlertType(type)?.Name ?? type
  return noticesIn(reader).picture.sensor(sensor, name)
}
