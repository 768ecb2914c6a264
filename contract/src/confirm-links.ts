import { z } from 'zod'
import { Alert, Disposition } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './wire.ts'

/** The code in an email's link. Its user answers in their own name, with their own permissions. */
const code = z.string().min(1).max(300)

export const ConfirmLink = z.strictObject({
  Alert,
  /** Whether the link was sent to the caller. */
  IsMine: z.boolean(),
  ExpiresAt: instant,
})
export type ConfirmLink = z.output<typeof ConfirmLink>

export const confirmLinks = {
  open: endpoint({
    method: 'GET',
    path: '/alerts/by/link',
    summary: 'Get the alert of a link in an email; changes nothing',
    access: 'ViewAlerts',
    query: z.strictObject({ code }),
    answer: ConfirmLink,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/alerts/by/link',
    summary: 'Confirm the alert of a link in an email; an alert that is confirmed stays as it is',
    access: 'ConfirmAlerts',
    body: z.strictObject({ Code: code, Disposition }),
    answer: Alert,
  }),
}
