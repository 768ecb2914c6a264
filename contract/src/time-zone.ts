/** Returns whether a text is the name of a time zone that the runtime knows. */
export function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +02:00, which ignore daylight saving time and have the opposite sign in SQL.
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
