import { onlineShare } from '../online.queries.ts'
import type { ReportPart } from '../report-context.section.ts'
import { count, duration, text, time } from '../report-facts.ts'

const most = 20

/** The devices that were offline longest. */
export const online: ReportPart = {
  key: 'Online',
  title: 'Time online',
  async build(context) {
    const devices = await context.listOnline(context.span)
    const worst = devices
      .filter(({ hours, expected }) => hours < expected)
      .toSorted((a, b) => b.expected - b.hours - (a.expected - a.hours))
    return {
      note: [
        'Share of hours with at least one reading; ',
        count(devices.length - worst.length),
        ' of ',
        count(devices.length),
        ' devices reported in every hour',
      ],
      blocks: [
        {
          kind: 'Table',
          key: 'online',
          title: 'Devices that were offline longest',
          columns: [
            { key: 'Device', title: 'Device', isNumber: false },
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'LastReading', title: 'Last reading', isNumber: false },
            { key: 'Without', title: 'Without readings', isNumber: true },
            { key: 'Online', title: 'Time online', isNumber: true },
          ],
          rows: worst
            .slice(0, most)
            .map((device) => [
              text(device.name, `/devices?deviceId=${device.id}`),
              text(device.siteName),
              time(device.latestAt),
              duration((device.expected - device.hours) * 3600),
              onlineShare([device]),
            ]),
          ...(devices.length === 0 && { note: ['No device has reported.'] }),
          ...(worst.length > most && { note: [count(worst.length - most), ' more devices are not listed.'] }),
        },
      ],
    }
  },
}
