import { randomInt } from 'node:crypto'

export const passwordLengths = { min: 10, max: 128 }

/** What is wrong with a password somebody chose; undefined: nothing. */
export function findPasswordFault(password: string): string | undefined {
  const length = [...password].length
  if (length < passwordLengths.min) return `at least ${passwordLengths.min} characters`
  if (length > passwordLengths.max) return `at most ${passwordLengths.max} characters`
  return undefined
}

/** Without letters and digits that are taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** About 99 bits, in groups that can be read out. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return [group(), group(), group(), group()].join('-')
}
