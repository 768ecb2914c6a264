import { z } from 'zod'
import { alertFilters, alertType } from './alerts.ts'
import { constants } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { intervals } from './sensors.ts'
import { id, integer, OnlyPage, someOf } from './wire.ts'

/** How many alerts started within the range, of one device, alert type, group or site. */
export const AlertCount = z.strictObject({
  Id: id,
  Name: z.string(),
  /** The site of a device at the time of its last alert that the caller may see. Devices of different sites may have the same name. */
  SiteName: z.string().optional(),
  Count: z.int(),
})
export type AlertCount = z.output<typeof AlertCount>

/** How many alerts started in each interval of the range, without gaps. */
export const AlertSeries = z.strictObject({
  Interval: z.enum(intervals),
  /** Time zone whose local time and calendar divide the range. */
  TimeZone: z.string(),
  Series: z.array(
    z.strictObject({
      /** The device or alert type; absent from a series of all alerts. */
      Id: id.optional(),
      Name: z.string().optional(),
      /** [start of the interval in epoch ms, count] */
      Points: z.array(z.tuple([z.number(), z.int()])),
    }),
  ),
})
export type AlertSeries = z.output<typeof AlertSeries>

/** How many alerts started on each weekday at each hour: 168 cells. */
export const AlertHeatmap = z.strictObject({
  TimeZone: z.string(),
  Cells: z.array(
    z.strictObject({
      /** 0 is Sunday. */
      DayOfWeek: z.int().min(0).max(6),
      HourOfDay: z.int().min(0).max(23),
      Count: z.int(),
    }),
  ),
})
export type AlertHeatmap = z.output<typeof AlertHeatmap>

/** Sum counts all alerts of a type; Max counts those of the device with the most of them in each interval. */
export const countModes = ['Sum', 'Max'] as const

export const mostCounts = 1000

const filters = { ...alertFilters, ...OnlyPage.shape }
/** Only counts above the threshold, limited to the highest. */
const top = (results: number) => ({
  results: integer(1, mostCounts).default(results),
  threshold: integer(0).default(constants.topThreshold),
})
const counted = { ...filters, ...top(mostCounts) }
/** Intervals in which alerts are counted; a longer one is used if the range would yield more than 2,000. */
const countIntervals = z.enum(intervals).exclude(['Raw'])
const series = { ...filters, interval: countIntervals.default(constants.alertsInterval) }
function counts<Query extends z.ZodRawShape>(path: `/${string}`, summary: string, query: Query) {
  const about = { method: 'GET', path, summary, access: 'ViewAlerts' } as const
  return endpoint({ ...about, query: z.strictObject(query), answer: z.array(AlertCount) })
}

export const alertCounts = {
  byDevice: counts('/alerts/by/device', 'Count the alerts of each device, highest first', counted),
  byDeviceDetails: counts('/alerts/by/device/details', 'Count the alerts of devices by type, highest first', {
    ...counted,
    deviceId: someOf(id),
  }),
  byType: counts('/alerts/by/type', 'Count the alerts of each type, highest first', counted),
  byTypeDetails: counts('/alerts/by/type/details', 'Count the alerts of types by device, highest first', {
    ...counted,
    type: someOf(alertType),
  }),
  byGroup: counts('/alerts/by/group', 'Count the alerts of each device group, highest first', counted),
  byGroupDetails: counts('/alerts/by/group/details', 'Count the alerts of groups by device, highest first', {
    ...counted,
    groupId: someOf(id),
  }),
  byDeviceAll: counts('/alerts/by/device/all', 'Count the alerts of the devices with the most alerts', {
    ...filters,
    ...top(constants.topResults),
  }),
  bySiteAll: counts('/alerts/by/site/all', 'Count the alerts of the sites with the most alerts', {
    ...filters,
    ...top(constants.topResults),
  }),
  overTime: endpoint({
    method: 'GET',
    path: '/analyticsdata/alerts',
    summary: 'Count the alerts that start in each interval',
    access: 'ViewAlerts',
    query: z.strictObject(series),
    answer: AlertSeries,
  }),
  overTimeByDevice: endpoint({
    method: 'GET',
    path: '/analyticsdata/alerts/bydevice',
    summary: 'Count the alerts that start in each interval, for each of the devices with the most alerts',
    access: 'ViewAlerts',
    query: z.strictObject({ ...series, results: integer(1, 50).default(constants.topResults) }),
    answer: AlertSeries,
  }),
  overTimeByType: endpoint({
    method: 'GET',
    path: '/analyticsdata/alerts/bytype',
    summary:
      'Count the alerts of each type that start in each interval: all of them, or those of the device with the most',
    access: 'ViewAlerts',
    query: z.strictObject({ ...series, Mode: z.enum(countModes).default('Max') }),
    answer: AlertSeries,
  }),
  heatmapBySite: endpoint({
    method: 'GET',
    path: '/analyticsdata/alerts/heatmap/by/site',
    summary: 'Count the alerts by day of the week and hour in which they started',
    access: 'ViewAlerts',
    query: z.strictObject(filters),
    answer: AlertHeatmap,
  }),
  heatmapByDevice: endpoint({
    method: 'GET',
    path: '/analyticsdata/alerts/heatmap/by/device',
    summary: 'Count the alerts of devices by day of the week and hour in which they started',
    access: 'ViewAlerts',
    query: z.strictObject({ ...filters, deviceId: someOf(id) }),
    answer: AlertHeatmap,
  }),
}
