import { executeIn } from '../../platform/db/execute.queries.ts'
import { type DeviceHours, listHoursWithReadings } from '../readings/index.ts'
import type { ReportContext, Span } from './report-context.section.ts'
import { type Fact, share } from './report-facts.ts'

/** The devices that have ever reported, with the hours in which they did. */
export async function listOnline(
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

/** Of all their hours together. */
export function onlineShare(devices: readonly DeviceHours[]): Fact {
  const sum = (of: 'hours' | 'expected') => devices.reduce((all, device) => all + device[of], 0)
  return share(sum('hours'), sum('expected'), 1)
}
