export { rateDue } from './rate-due.job.ts'
export { replaceReportIntervals } from './report-intervals.queries.ts'
export type { ReportIntervals } from './report-intervals.ts'
export { startLiveRatings } from './start-live-ratings.command.ts'
