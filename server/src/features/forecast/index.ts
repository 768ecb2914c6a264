export { forecastingNights, forecastNightJob, forecastNights } from './forecast-night.job.ts'
export { firstForecastDay, forecastDays } from './forecast-retention.ts'
export { listScoredDays } from './scored-days.command.ts'
