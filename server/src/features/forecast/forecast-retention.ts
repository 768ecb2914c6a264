import { dateOf, localDay } from './hours/local-hours.ts'

/** Forecasts and their scores are kept for this many days. */
export const forecastDays = 90

/** Returns the first day whose forecasts have not been deleted. */
export const firstForecastDay = (now: Date): string => dateOf(localDay('UTC', now.getTime()) - forecastDays)
