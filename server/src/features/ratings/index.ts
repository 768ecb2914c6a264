export { type PeriodRatings, readPeriodRatings } from './period-ratings.command.ts'
export { rateDue } from './rate-due.job.ts'
export { startLiveRatings } from './start-live-ratings.command.ts'
