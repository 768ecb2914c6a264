import type { Alert } from '@eot/contract/alerts'
import { noticeDays } from '@eot/contract/told'
import { sensorKinds } from '@eot/contract/vocabulary'
import {
  count,
  duration,
  type Fact,
  phrase,
  type ReportFacts,
  type SectionFacts,
  said,
  text,
  type Words,
} from './report-facts.ts'
import { dayAt, rangeOfPeriod } from './report-period.ts'

/** A notification of a person about an alert. */
export interface IncidentNotice {
  at: Date
  kind: string
  name: string
  channel: string
  isTold: boolean
}

interface Known {
  /** Readings of the sensor around the alert. */
  points: readonly (readonly [at: number, value: number])[]
  /** Those that the reader may see. */
  notices: readonly IncidentNotice[]
  /** Number of people who were told, including those hidden from the reader. */
  told: number
  /** Whether earlier notifications may have been deleted. */
  isForgotten: boolean
  /** Alerts of the same type at the same device in the 14 days before. */
  similar: { count: number; real: number; false: number }
  now: Date
}

/** A pause of this many times the usual step is a gap in the curve. */
const gapSteps = 4

const findings: Readonly<Record<string, string>> = {
  Real: 'real',
  False: 'a false alarm',
  Unknown: 'unknown',
}

/** Returns the incident report of an alert: what happened, in chronological order. */
export function incidentFacts(alert: Alert, known: Known): ReportFacts {
  const day = dayAt(Date.parse(alert.StartAt), alert.TimeZone)
  const period = { firstDay: day, lastDay: day }
  const { from, to } = rangeOfPeriod(period, alert.TimeZone)
  const length = duration(lengthOf(alert, known.now))
  const finding = alert.Disposition ? findings[alert.Disposition] : undefined
  return {
    name: 'Incident report',
    site: { id: alert.Site.Id, name: alert.Site.Name },
    sitePath: alert.SitePath,
    period,
    named: null,
    startAt: new Date(from).toISOString(),
    endAt: new Date(to).toISOString(),
    timeZone: alert.TimeZone,
    madeAt: known.now.toISOString(),
    headline: [
      alert.Type.Name,
      ' in ',
      text(alert.Device.Name),
      ', ',
      length,
      alert.EndAt === null ? ' so far' : '',
      ...(finding ? [', found to be ', finding] : []),
    ],
    lede: ledeOf(alert, known),
    sections: [
      figuresOf(alert, length),
      ...curveOf(alert, known),
      eventsOf(alert, known),
      beforeOf(alert, known),
    ],
  }
}

const lengthOf = ({ StartAt, EndAt }: Alert, now: Date): number =>
  Math.max(1, (Date.parse(EndAt ?? now.toISOString()) - Date.parse(StartAt)) / 1000)

const moment = (value: string): Fact => ({ as: 'moment', value })
const measure = (value: number | null, { Unit }: Alert): Fact => ({ as: 'measure', value, unit: Unit })

function ledeOf(alert: Alert, known: Known): Words {
  const raised: Words =
    alert.Threshold === null
      ? ['It began at ', moment(alert.StartAt), '. ']
      : [
          'The alert level of ',
          measure(alert.Threshold, alert),
          ' was passed at ',
          moment(alert.StartAt),
          '. ',
        ]
  const confirmed: Words =
    alert.ConfirmedAt === null
      ? ['Nobody has confirmed it.']
      : [
          alert.ConfirmedBy ? text(alert.ConfirmedBy.Name) : 'Someone',
          ' confirmed it at ',
          moment(alert.ConfirmedAt),
          '.',
        ]
  return [...raised, ...toldOf(known), ...confirmed]
}

function toldOf({ told, isForgotten }: Known): Words {
  if (!isForgotten) return [count(told), told === 1 ? ' person was told. ' : ' people were told. ']
  const days = count(noticeDays)
  return told === 0
    ? ['Notifications are deleted after ', days, ' days, so it is no longer known who was told. ']
    : [
        count(told),
        told === 1 ? ' person was told in the last ' : ' people were told in the last ',
        days,
        ' days; earlier notifications have been deleted. ',
      ]
}

function figuresOf(alert: Alert, length: Fact): SectionFacts {
  const toConfirm =
    alert.ConfirmedAt === null ? null : (Date.parse(alert.ConfirmedAt) - Date.parse(alert.StartAt)) / 1000
  const peakAt: Words = alert.PeakAt === null ? [] : ['at ', moment(alert.PeakAt)]
  return {
    key: 'Figures',
    title: 'The alert',
    blocks: [
      {
        kind: 'Figures',
        items: [
          { key: 'Peak', label: 'peak', figure: measure(alert.Peak, alert), note: peakAt },
          {
            key: 'Length',
            label: 'length',
            figure: length,
            note: alert.EndAt === null ? ['still open'] : [],
          },
          { key: 'ConfirmedAfter', label: 'until it was confirmed', figure: duration(toConfirm), note: [] },
          { key: 'Finding', label: 'finding', figure: phrase(alert.Disposition ?? '–'), note: [] },
        ],
      },
    ],
  }
}

function curveOf(alert: Alert, { points, now }: Known): SectionFacts[] {
  const kind = sensorKinds.find(({ key }) => key === alert.Sensor)
  if (!kind || points.length < 2) return []
  const levels = [
    ...(alert.Threshold === null ? [] : [{ label: 'Limit', value: alert.Threshold }]),
    ...(alert.ClearLevel === null ? [] : [{ label: 'Clear', value: alert.ClearLevel }]),
  ]
  return [
    {
      key: 'Curve',
      title: kind.name,
      note: ['Readings from 30 minutes before to 30 minutes after; the time in alert is shaded'],
      blocks: [
        {
          kind: 'Curve',
          name: kind.name,
          unit: kind.unit,
          points: withGaps(points),
          spans: [
            [Date.parse(alert.StartAt), alert.EndAt === null ? now.getTime() : Date.parse(alert.EndAt)],
          ],
          levels,
        },
      ],
    },
  ]
}

function withGaps(points: Known['points']): [number, number | null][] {
  const steps = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at))
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
  return points.flatMap(([at, value], index) => {
    const before = points[index - 1]?.[0] ?? at
    return at - before > gapSteps * usual
      ? [
          [before + 1, null],
          [at, value],
        ]
      : [[at, value]]
  })
}

function eventsOf(alert: Alert, { notices }: Known): SectionFacts {
  const events: { at: string; what: Words }[] = [
    { at: alert.StartAt, what: ['Alert raised'] },
    ...notices.map(({ at, kind, name, channel, isTold }) => ({
      at: at.toISOString(),
      what: [
        text(name),
        ': ',
        kindWords[kind] ?? kind,
        ' by ',
        channelWords[channel] ?? channel,
        isTold ? '' : ', not sent',
      ],
    })),
    ...(alert.ConfirmedAt === null
      ? []
      : [{ at: alert.ConfirmedAt, what: ['Confirmed by ', personOf(alert.ConfirmedBy)] }]),
    ...(alert.EndAt === null ? [] : [{ at: alert.EndAt, what: endOf(alert) }]),
  ]
  return {
    key: 'Events',
    title: 'What happened',
    blocks: [
      {
        kind: 'Table',
        key: 'events',
        title: 'What happened',
        columns: [
          { key: 'Time', title: 'Time', isNumber: false },
          { key: 'Event', title: 'Event', isNumber: false },
        ],
        rows: events
          .toSorted((a, b) => a.at.localeCompare(b.at, 'en'))
          .map(({ at, what }, index) => [
            { ...moment(at), ...(index === 0 && { link: `/alerts?alert=${alert.Id}` }) },
            said(what),
          ]),
        note: alert.Comment === null ? [] : ['Comment: ', text(alert.Comment)],
      },
    ],
  }
}

const kindWords: Readonly<Record<string, string>> = {
  AlertStarted: 'told of the start',
  AlertReminder: 'reminded',
  AlertEnded: 'told of the end',
  AlertConfirmed: 'told of the confirmation',
  DeviceOffline: 'told that it went offline',
  DeviceOnline: 'told that it is back online',
}
const channelWords: Readonly<Record<string, string>> = {
  Email: 'email',
  Text: 'text message',
  Push: 'browser',
}

const endOf = ({ EndReason, EndedBy }: Alert): Words =>
  EndReason === 'EndedByUser' ? ['Ended by ', personOf(EndedBy)] : ['Alert ended']

const personOf = (person: Alert['ConfirmedBy']): Fact => (person ? text(person.Name) : phrase('someone'))

function beforeOf(alert: Alert, { similar }: Known): SectionFacts {
  const words: Words =
    similar.count === 0
      ? ['The first alert of this type here in 14 days.']
      : [
          count(similar.count),
          similar.count === 1
            ? ' other alert of this type here in the 14 days before: '
            : ' other alerts of this type here in the 14 days before: ',
          count(similar.real),
          ' found to be real, ',
          count(similar.false),
          similar.false === 1 ? ' false alarm.' : ' false alarms.',
        ]
  return {
    key: 'Before',
    title: 'Before',
    blocks: [
      { kind: 'Text', words },
      {
        kind: 'Text',
        words: [
          'Device: ',
          text(alert.Device.Name),
          '. This report shows what was measured and who acted. Not a life-safety device.',
        ],
      },
    ],
  }
}
