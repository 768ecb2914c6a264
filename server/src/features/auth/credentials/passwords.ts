import { randomInt } from 'node:crypto'
import { passwordLengths } from '@eot/contract/auth'
import { guessableWords } from './guessable-words.ts'

/** The owner of the password, which must not consist of their name or address. */
export interface PasswordOwner {
  email?: string | undefined
  fullName?: string | undefined
}

/** Returns what is wrong with a chosen password, as a phrase to complete "must have …"; undefined if it is acceptable. */
export function findPasswordFault(password: string, owner: PasswordOwner = {}): string | undefined {
  const length = [...password].length
  if (length < passwordLengths.min) return `at least ${passwordLengths.min} characters`
  if (length > passwordLengths.max) return `at most ${passwordLengths.max} characters`
  if (isCommon(password)) return 'something less common'
  if (isMadeOf(password, owner)) return 'more than your own name or email address'
  return undefined
}

/** Digits and symbols alone must be at least this long to be hard to guess. */
const longestPin = 16

const lettersForDigits: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (isRun(lower) || isRepeated(lower)) return true
  return [lower, ...asLetters(lower)].some((text) => {
    const word = onlyLetters(text)
    // A common word, once or repeated, with digits and symbols around it.
    if (word === '') return [...text].length < longestPin
    return guessableWords.has(word) || guessableWords.has(repeatedPart(word))
  })
}

/** Replaces digits and symbols with the letters they stand for, also after removing trailing digits. */
function asLetters(text: string): string[] {
  const replaced = (part: string) => part.replace(/[013457@$!]/g, (sign) => lettersForDigits[sign] ?? sign)
  return [replaced(text), replaced(text.replace(/[^\p{L}]+$/u, ''))]
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** `abcabcabc` → `abc`. */
function repeatedPart(text: string): string {
  return /^(.+?)\1*$/su.exec(text)?.[1] ?? text
}

function isRepeated(text: string): boolean {
  return [...repeatedPart(text)].length <= 4 && repeatedPart(text) !== text
}

/** Returns whether each character is next to the previous one in the alphabet: 1234567890, zyxwvutsrq. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  const breaks = steps.filter((step) => Math.abs(step) !== 1).length
  return breaks <= 1
}

function isMadeOf(password: string, { email = '', fullName = '' }: PasswordOwner): boolean {
  const letters = onlyLetters(password.toLowerCase())
  const known = [email, email.split('@')[0] ?? '', fullName, ...fullName.split(/\s+/)]
  return known
    .map((text) => onlyLetters(text.toLowerCase()))
    .some((text) => text.length > 2 && text === letters)
}

/** Excludes letters and digits that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = (length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Generates about 99 bits, in groups that are easy to read out. */
export function generatePassword(): string {
  return [group(5), group(5), group(5), group(5)].join('-')
}

/** Generates recovery codes of about 59 bits each. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => [group(4), group(4), group(4)].join('-'))
}
