import { shownUnit, shownValue } from '@eot/contract/units'
import { sensorKinds } from '@eot/contract/vocabulary'
import type pg from 'pg'
import { executeOn } from '../../platform/db/execute.queries.ts'
import type { Log } from '../../platform/log.ts'
import { renderPng } from '../../platform/render-png.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { DrawnPicture } from '../messages/index.ts'
import { intervalLengthMs, offlineAfterMs, readSeries } from '../readings/index.ts'
import { kindColors } from './kind-colors.ts'
import type { NoticeAlert } from './notice.ts'
import { numberText, type Reader } from './notice-words.ts'
import type { DrawAlert } from './notification-mail.ts'
import { pictureTitle, pictureWords } from './picture-words.ts'
import { findAlertDevice } from './pictures.queries.ts'
import { pictureSize, type ReadingPicture, readingPicture } from './reading-picture.ts'

const leastLeadMs = 20 * 60_000
const mostLeadMs = 3 * 24 * 60 * 60_000
/** Of a longer alert, only the end is shown. */
const mostShownMs = 30 * 24 * 60 * 60_000
/** The time limit for reading and drawing. After it, the email is sent without its picture. */
const timeoutMs = 3000
/** Cached pictures that other receivers of the same event may still need, of about 50 kB each in both themes. */
const mostKept = 50

/** Draws one picture for each event, unit, clock and language, regardless of the number of receivers. */
export function alertPictures({ pool, log }: { pool: pg.Pool; log: Log }): DrawAlert {
  const drawn = new Map<string, Promise<DrawnPicture | undefined>>()
  return ({ kinds, last }, reader) => {
    const { alert } = last
    const sensor = sensorKinds.find(({ key }) => key === alert?.sensor)
    if (!alert || !sensor) return Promise.resolve(undefined)
    const key = [...kinds, last.seq, alert.id, reader.measurement, reader.is24h, reader.language].join()
    const known = drawn.get(key)
    if (known) return known
    const picture = draw(alert, last.timeZone, reader).catch((error: unknown) => {
      log.warn({ err: error, alert: alert.id }, 'an email goes out without its picture')
      return undefined
    })
    drawn.set(key, picture)
    for (const oldest of drawn.keys()) if (drawn.size > mostKept) drawn.delete(oldest)
    return picture
  }

  async function draw(
    alert: NoticeAlert,
    timeZone: string,
    reader: Reader,
  ): Promise<DrawnPicture | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    const picture = await unlessAborted(signal, readPicture(pool, alert, timeZone, reader))
    if (!picture || picture.points.length < 2) return undefined
    const png = await renderPng(readingPicture(picture), { scale: 2, signal })
    // If this fails, dark mail programs show the other one.
    const darkPng = await renderPng(readingPicture(picture, 'dark'), { scale: 2, signal }).catch(
      () => undefined,
    )
    const words = pictureWords(picture, alert, reader)
    return { png, darkPng, ...pictureSize, words, alt: `${pictureTitle(picture, alert, reader)} ${words}` }
  }
}

/** Returns the range from well before the alert until its end, or until now. */
function shownRange({ startedAt, endedAt }: Pick<NoticeAlert, 'startedAt' | 'endedAt'>, now: Date) {
  const start = startedAt.getTime()
  const end = (endedAt ?? now).getTime()
  const lead = Math.min(Math.max((end - start) / 3, leastLeadMs), mostLeadMs)
  const to =
    Math.max(end, start) + (endedAt === null ? 0 : Math.min(lead / 4, Math.max(now.getTime() - end, 0)))
  return { from: Math.max(start - lead, to - mostShownMs), to: to + 1 }
}

async function readPicture(
  pool: pg.Pool,
  alert: NoticeAlert,
  timeZone: string,
  { measurement, is24h, language, now }: Reader,
): Promise<ReadingPicture | undefined> {
  const sensor = sensorKinds.find(({ key }) => key === alert.sensor)
  const device = await findAlertDevice(pool, alert.id)
  if (!sensor || !device) return undefined
  const range = shownRange(alert, now)
  const { interval, points } = await readSeries(
    executeOn(pool),
    device,
    range,
    [sensor.key],
    undefined,
    timeZone,
  )
  const shown = (value: number) => shownValue(value, alert.unit, measurement)
  const isLow = alert.type.endsWith('Low')
  return {
    range,
    // If a point contains several readings, the extreme one for the alert is shown.
    points: (points[0] ?? []).map(([at, , low, high]) => ({ at, value: shown(isLow ? low : high) })),
    gapMs: Math.max(offlineAfterMs((device.report_seconds ?? 60) * 1000), 2 * intervalLengthMs(interval)),
    level: alert.threshold === null ? null : shown(alert.threshold),
    startedAt: alert.startedAt.getTime(),
    endedAt: alert.endedAt?.getTime() ?? null,
    timeZone,
    is24h,
    language,
    color: { light: kindColors.light[sensor.key], dark: kindColors.dark[sensor.key] },
    unit: shownUnit(alert.unit, measurement),
    valueText: (value) =>
      numberText(
        value,
        alert.sensor,
        language,
        value === (alert.threshold === null ? null : shown(alert.threshold)),
      ),
  }
}
