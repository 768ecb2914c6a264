/** Returns whether the runtime knows a time zone of this name. */
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
