import type { BlacklistType } from '@eot/contract/blacklist'

/** Returns an address as the blacklist stores it, which is the same for every notation. */
export function receiverKey(type: BlacklistType, address: string): string {
  return type === 'Email' ? address.trim().toLowerCase() : address.replace(/[^+\d]/g, '')
}

/** An international phone number (E.164), as normalized by `receiverKey`. Understood by JavaScript and PostgreSQL. */
const international = '^\\+[1-9][0-9]{6,14}$'

/** Returns whether text messages can be sent to a number that `receiverKey` has normalized. */
export const isTextable = (number: string): boolean => new RegExp(international).test(number)

/** SQL for the number in a column as normalized by `receiverKey`, and whether text messages can be sent to it. */
export const numberSql = (column: string): string => `regexp_replace(${column}, '[^+0-9]', '', 'g')`
export const isTextableSql = (column: string): string =>
  `coalesce(${numberSql(column)} ~ '${international}', false)`
