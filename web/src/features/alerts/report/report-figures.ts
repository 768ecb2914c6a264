import type { Alert } from '@eot/contract/alerts'

/** Seconds from the start of an alert until somebody confirmed it. undefined: nobody has. */
export function confirmedAfter({ StartAt, ConfirmedAt }: Pick<Alert, 'StartAt' | 'ConfirmedAt'>) {
  if (ConfirmedAt === null) return undefined
  return Math.max(0, Math.round((Date.parse(ConfirmedAt) - Date.parse(StartAt)) / 1000))
}

export interface ReportFigures {
  /** Share of all alerts, 0 to 1. */
  confirmedShare: number
  /** Median, in seconds. undefined: none is confirmed. */
  confirmedAfter: number | undefined
  real: number
  false: number
}

/** Summarizes how alerts were handled. */
export function reportFigures(alerts: readonly Alert[]): ReportFigures {
  const after = alerts.flatMap((alert) => confirmedAfter(alert) ?? []).toSorted((a, b) => a - b)
  const countOf = (disposition: Alert['Disposition']) =>
    alerts.filter(({ Disposition }) => Disposition === disposition).length
  return {
    confirmedShare: alerts.length === 0 ? 0 : after.length / alerts.length,
    confirmedAfter: after[(after.length - 1) >> 1],
    real: countOf('Real'),
    false: countOf('False'),
  }
}
