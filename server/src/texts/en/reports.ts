/**
 * The texts of reports. Reports are stored with their phrases in English, so that each reader gets them in their own language.
 * Days are written YYYY-MM-DD.
 */
export const reports = {
  /** A phrase of a section in this language. */
  phrase: (english: string): string => english,
  /** The name of a report; a name chosen by a user stays. */
  name: (english: string): string => english,
  made: (moment: string, timeZone: string) => `Created ${moment} (${timeZone})`,
  week: (week: number, days: string) => `Week ${week}, ${days}`,
  /** "Nov 9–15, 2026". `monthDay` formats a day as "Nov 9". */
  days(first: string, last: string, monthDay: (day: string) => string): string {
    const year = last.slice(0, 4)
    if (first === last) return `${monthDay(first)}, ${year}`
    const start = first.slice(0, 4) === year ? monthDay(first) : `${monthDay(first)}, ${first.slice(0, 4)}`
    const end = first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(8))) : monthDay(last)
    return `${start}–${end}, ${year}`
  },
  alertsPerDay: (days: string) => `Alerts per day: ${days}`,
  mostAlerts: (hours: string) => `Most alerts: ${hours}`,
  curve: (of: { name: string; from: string; to: string; lowest: string; highest: string }) =>
    `${of.name} from ${of.from} to ${of.to}: lowest ${of.lowest}, highest ${of.highest}`,
  pageWords: 'Page {page} of {pages}',
  /** Under the lines of an incident report that are filled in by hand. */
  signatures: ['Name and role', 'Signature', 'Date'] as readonly string[],
  mail: {
    open: 'Open the report',
    bySubscription: 'You get this because a subscription names you.',
    byReport: 'You get this because the report names you.',
    unusual: (hour: string, alerts: string, usual: string) => `${hour}: ${alerts} alerts, usually ${usual}`,
    mostly: (type: string, device: string) => `Mostly ${type}; at ${device}.`,
  },
}
