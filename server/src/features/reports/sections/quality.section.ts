import type { ReportContext, ReportPart } from '../report-context.section.ts'
import { count, duration, phrase, text, time, type Words } from '../report-facts.ts'
import { reportFigures } from '../report-figures.queries.ts'

const most = 20

/** Missing data: times without readings, and messages that were rejected. */
export const quality: ReportPart = {
  key: 'Quality',
  title: 'Data quality',
  async build(context) {
    const figures = reportFigures(context, context.span)
    const silent = await figures.listLongest(most, ['Offline'])
    const rejected = await figures.listRejected(most)
    return {
      note: ['Longest times without data, and what was rejected'],
      blocks: [
        {
          kind: 'Table',
          key: 'silent',
          title: 'Times without data',
          columns: [
            { key: 'Device', title: 'Device', isNumber: false },
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'From', title: 'From', isNumber: false },
            { key: 'To', title: 'To', isNumber: false },
            { key: 'Length', title: 'Length', isNumber: true },
          ],
          rows: silent.map((alert) => [
            { ...text(alert.deviceName), link: `/alerts?alert=${alert.id}` },
            text(alert.siteName),
            time(alert.startedAt),
            alert.endedAt === null ? phrase('still offline') : time(alert.endedAt),
            duration(alert.seconds),
          ]),
          ...(silent.length === 0 && { note: ['No device was reported offline.'] }),
        },
        {
          kind: 'Table',
          key: 'rejected',
          title: 'Rejected readings',
          columns: [
            { key: 'Reason', title: 'Reason', isNumber: false },
            { key: 'Messages', title: 'Messages', isNumber: true },
            { key: 'Devices', title: 'Devices', isNumber: true },
          ],
          rows: rejected.map(({ reason, messages, devices }) => [
            phrase(reason),
            count(messages),
            count(devices),
          ]),
          note: noteOn(rejected.length, context),
        },
      ],
    }
  },
}

/** Rejected messages of an older period, or of its beginning, have been deleted, and later ones beyond the disk budget. */
function noteOn(rows: number, { span, madeAt, quarantineDays }: ReportContext): Words {
  if (span.from.getTime() < madeAt.getTime() - quarantineDays * 86_400_000)
    return [
      'Rejected messages are kept for ',
      count(quarantineDays),
      quarantineDays === 1 ? ' day; earlier ones are not counted.' : ' days; earlier ones are not counted.',
    ]
  return rows === 0 ? ['No rejected message of this period is stored.'] : []
}
