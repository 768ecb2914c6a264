import { executeIn } from '../../platform/db/execute.queries.ts'
import { type DeviceHours, listHoursWithReadings } from '../readings/index.ts'
import type { ReportContext, Span } from './report-context.section.ts'
import { type Fact, share } from './report-facts.ts'

/** Lists the devices that have ever reported, with the number of hours in which they did. */
async function listOnline(
  { tx, scope, deviceIds, madeAt }: Pick<ReportContext, 'tx' | 'scope' | 'deviceIds' | 'madeAt'>,
  { from, to }: Span,
): Promise<DeviceHours[]> {
  const range = { from: from.getTime(), to: to.getTime() }
  const listed = await listHoursWithReadings(executeIn(tx), scope, {
    range,
    until: madeAt.getTime(),
    deviceIds,
  })
  return listed.filter(({ latestAt, expected }) => latestAt !== null && expected > 0)
}

/** Caches the result for each span, since several sections need it and it takes longest. */
export function onlineOnce(about: Parameters<typeof listOnline>[0]): ReportContext['listOnline'] {
  const known = new Map<number, Promise<DeviceHours[]>>()
  return (span) => {
    const start = span.from.getTime()
    const listed = known.get(start) ?? listOnline(about, span)
    known.set(start, listed)
    return listed
  }
}

/** Returns the share of all their hours together. */
export function onlineShare(devices: readonly DeviceHours[]): Fact {
  const sum = (of: 'hours' | 'expected') => devices.reduce((all, device) => all + device[of], 0)
  return share(sum('hours'), sum('expected'), 1)
}
