export interface ReportSearch {
  /** A day of the period; absent: the last complete period. */
  day?: string | undefined
  /** The report of the archive that is shown instead. */
  report?: string | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseReportSearch({ day, report }: Record<string, unknown>): ReportSearch {
  // Every key is set, since for a missing one the router would keep the value of the address.
  return {
    day: matching(day, /^\d{4}-\d\d-\d\d$/),
    report: matching(report, /^[0-9a-f-]{36}$/i),
  }
}

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined
