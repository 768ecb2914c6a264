import type { Alert, alerts } from '@eot/contract/alerts'
import type { RequestOf } from '@eot/contract/endpoint'

export type AlertChange = RequestOf<typeof alerts.update>['body']

/** Returns the alert as it will be once the server accepts the change. */
export function withChange(
  alert: Alert,
  change: AlertChange,
  me: { Id: string; Name: string },
  now = new Date(),
): Alert {
  const noted = {
    ...alert,
    ...(change.Comment === undefined ? {} : { Comment: change.Comment }),
    ...(change.Disposition === undefined ? {} : { Disposition: change.Disposition }),
  }
  if (change.Confirmed === undefined || change.Confirmed === alert.Confirmed) return noted
  return {
    ...noted,
    Confirmed: change.Confirmed,
    ConfirmedBy: change.Confirmed ? me : null,
    ConfirmedAt: change.Confirmed ? now.toISOString() : null,
  }
}
