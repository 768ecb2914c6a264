/** The stored intervals: buckets of a minute, of an hour and of a day by the wall clock of the site. */
export type Level = 'minute' | 'hour' | 'day'

export const bucketTables: Record<Level, string> = {
  minute: 'reading_minute',
  hour: 'reading_hour',
  day: 'reading_day',
}
