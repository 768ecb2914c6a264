export { forecastingNights, forecastNightJob, forecastNights } from './forecast-night.job.ts'
export { listScoredDays } from './scored-days.command.ts'
