export interface ReportSearch {
  /** A day of the period; absent: the last complete period. */
  day?: string | undefined
  /** The report of the archive that is shown instead. */
  report?: string | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseReportSearch({ day, report }: Record<string, unknown>): ReportSearch {
  return {
    ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && { day }),
    ...(typeof report === 'string' && /^[0-9a-f-]{36}$/i.test(report) && { report }),
  }
}
