import type { BlacklistType } from '@eot/contract/blacklist'

/** An address as the blacklist stores it: the same for each way to write it. */
export function receiverKey(type: BlacklistType, address: string): string {
  return type === 'Email' ? address.trim().toLowerCase() : address.replace(/[^+\d]/g, '')
}

/** An international phone number (E.164), as `receiverKey` writes it. Understood by JavaScript and PostgreSQL. */
const international = '^\\+[1-9][0-9]{6,14}$'

/** Whether text messages can be sent to a number, as `receiverKey` writes it. */
export const isTextable = (number: string): boolean => new RegExp(international).test(number)

/** SQL for the number in a column as `receiverKey` writes it, and whether text messages can be sent there. */
export const numberSql = (column: string): string => `regexp_replace(${column}, '[^+0-9]', '', 'g')`
export const isTextableSql = (column: string): string =>
  `coalesce(${numberSql(column)} ~ '${international}', false)`
