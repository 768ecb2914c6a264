export { refreshingWeather, refreshWeatherJob } from './refresh-weather.job.ts'
