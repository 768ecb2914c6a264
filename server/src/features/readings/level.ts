/** The stored intervals: buckets of a minute, an hour and a day in local time of the site. */
export type Level = 'minute' | 'hour' | 'day'

export const bucketTables: Record<Level, string> = {
  minute: 'reading_minute',
  hour: 'reading_hour',
  day: 'reading_day',
}
