import { z } from 'zod'

/**
 * `Kept`: not sent because no mail server or provider is configured; its text can be read in the log. `Blocked`: not sent
 * because the address is on the blacklist. `Failed`: refused, or reported as not delivered.
 */
export const deliveryStatuses = ['Waiting', 'Sent', 'Kept', 'Failed', 'Blocked', 'Expired'] as const
export const DeliveryStatus = z.enum(deliveryStatuses)
export type DeliveryStatus = z.output<typeof DeliveryStatus>

/** Types of email that the portal sends. */
export const emailTypes = [
  'PasswordReset',
  'Confirmation',
  'SiteRegistration',
  'AddressKnown',
  'Invitation',
  'TemporaryPassword',
  'PasswordChanged',
  'TwoFactorEnabled',
  'TwoFactorDisabled',
  'SessionEnded',
  'TwoFactorReset',
  'AddressChanged',
  'AddressConfirmation',
  'Notification',
  'SubscriptionTest',
  'PushTest',
  'Report',
  'WebhookStopped',
  'ProgramStalled',
] as const
export const EmailType = z.enum(emailTypes)
export type EmailType = z.output<typeof EmailType>

/** The email about alerts. It describes the moment at which it was composed, so it is never sent again. */
export const notificationEmail = 'Notification' satisfies EmailType

/** Emails with a password, or a link that sets one. They are never sent again; the user gets a new one. */
export const accessEmails: readonly string[] = [
  'PasswordReset',
  'Invitation',
  'TemporaryPassword',
] satisfies EmailType[]
