import { hasPushBrowserSql } from '../push/index.ts'
import { isTextableSql, numberSql } from './receiver-key.ts'

/**
 * SQL: whether messages reach the user in a row of this name: the account is active and has notifications on, and the email
 * address is confirmed or the phone number is international, on a channel that is on and whose address is not blocked; or a
 * browser of the user shows notifications.
 */
export const reachableSql = (user: string): string => `
  ${user}.is_active and ${user}.notifications_enabled and (
    (${user}.email_enabled and ${user}.confirmed_at is not null and ${isAllowed('Email', `lower(${user}.email)`)})
    or (${user}.text_enabled and ${isTextableSql(`${user}.phone_number`)}
      and ${isAllowed('Text', numberSql(`${user}.phone_number`))})
    or ${hasPushBrowserSql(user)})`

const isAllowed = (type: string, receiver: string) => `not exists (
  select from blacklist_entry where type = '${type}' and receiver = ${receiver} and is_blocked
    and coalesce(blocked_until, 'infinity') > now())`
