export { forecastingNights, forecastNightJob } from './forecast-night.job.ts'
