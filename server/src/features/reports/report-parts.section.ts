import type { ReportSectionKey } from '@eot/contract/report-model'
import type { ReportPart } from './report-context.section.ts'
import { answers } from './sections/answers.section.ts'
import { days } from './sections/days.section.ts'
import { devices } from './sections/devices.section.ts'
import { forecast } from './sections/forecast.section.ts'
import { hours } from './sections/hours.section.ts'
import { longest } from './sections/longest.section.ts'
import { online } from './sections/online.section.ts'
import { quality } from './sections/quality.section.ts'
import { ratings } from './sections/ratings.section.ts'
import { sensors } from './sections/sensors.section.ts'
import { sites } from './sections/sites.section.ts'
import { summary } from './sections/summary.section.ts'
import { types } from './sections/types.section.ts'
import { unusual } from './sections/unusual.section.ts'

/** All sections of reports; a new one is a file and a line here. */
export const reportParts: Readonly<Record<ReportSectionKey, ReportPart>> = {
  Summary: summary,
  Days: days,
  Hours: hours,
  Unusual: unusual,
  Types: types,
  Sites: sites,
  Devices: devices,
  Answers: answers,
  Longest: longest,
  Online: online,
  Ratings: ratings,
  Sensors: sensors,
  Forecast: forecast,
  Quality: quality,
}
