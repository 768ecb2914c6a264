/** The calendar of a year. */
export const year = {
  title: 'The year by day',
  whole: 'Show the whole year',
} as const
