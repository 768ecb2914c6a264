import { z } from 'zod'

/** Returns whether the database can store the text: no NUL character and no unpaired surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const refusal = 'Contains characters that cannot be stored'

/** Text from a device or a person. Not needed in schemas passed to `endpoint`, which checks requests as a whole. */
export const storableText = z.string().refine(isStorable, refusal)

/**
 * Control characters other than NUL (see `isStorable`), tab and line breaks, and marks that change the direction of surrounding
 * text.
 */
const misleading = /(?![\0\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u
/** Text without any visible character: format characters such as U+200B, spaces and blank letters. */
const invisible = /^[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+$/u

/** Returns whether `readableText` accepts the text. */
export const isReadable = (text: string): boolean => !misleading.test(text) && !invisible.test(text)

/**
 * Invisible characters. Joiners are needed within other scripts and emoji, but not beside Latin letters and digits. A match starts
 * only at the beginning of a run of joiners: to start at each of them would take quadratic time.
 */
const withoutWidth =
  /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|(?<=^|[\p{Script=Latin}\p{Nd}\s])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=$|[\p{Script=Latin}\p{Nd}\s])/gu

/** More marks on one letter than any language has (UAX 15). To normalize them takes quadratic time. */
const tooManyMarks = /\p{M}{31}/u

/**
 * Returns the text in the form in which texts are stored, so that names that look the same are the same: composed characters
 * (NFC), none without a width. Rows from before this rule keep their form until they are changed.
 */
export function composed(text: string): string {
  const visible = text.replace(withoutWidth, '')
  return tooManyMarks.test(visible) ? visible : visible.normalize()
}

/** Several times the length of any field, since composing shortens texts. Longer ones are refused before any work on them. */
const mostBeforeComposing = 10_000
const composedText = z.string().max(mostBeforeComposing, { abort: true }).overwrite(composed)

/** A text to search for, in the form of the texts that it is compared with. */
export const searchText = composedText

/** Text for people, such as a comment, trimmed. May be empty. */
export const readableText = composedText
  .trim()
  .refine((text) => !misleading.test(text), 'Contains control characters')
  .refine((text) => !invisible.test(text), 'Contains only invisible characters')

/** The same on one line, such as a name, which is used in the subject of emails. */
export const readableLine = readableText.refine((text) => !/[\t\n\r]/.test(text), 'Must be a single line')

// Replaces zod's default messages, which are meant for developers, where a schema has no message of its own.
z.config({
  customError({ code, origin, minimum, maximum }) {
    if (origin !== 'string') return undefined
    if (code === 'too_small')
      return minimum === 1 ? 'Please enter a value' : `Please enter at least ${minimum} characters`
    return code === 'too_big' ? `Please enter at most ${maximum} characters` : undefined
  },
})

interface Place {
  value: unknown
  key: string
  above: Place | null
}

/** Returns the path of a key or value that cannot be stored, in a value of any shape and depth; undefined if there is none. */
export function findUnstorable(value: unknown): string[] | undefined {
  const waiting: Place[] = [{ value, key: '', above: null }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { key, value: inner } = place
    if (!isStorable(key) || (typeof inner === 'string' && !isStorable(inner))) return pathTo(place)
    if (typeof inner === 'object' && inner !== null)
      for (const [name, next] of Object.entries(inner)) waiting.push({ value: next, key: name, above: place })
  }
  return undefined
}

function pathTo(place: Place): string[] {
  const path: string[] = []
  for (let at: Place = place; at.above; at = at.above) path.unshift(at.key.toWellFormed())
  return path
}

/** Rejects a value that contains unstorable text. `endpoint` adds this check to params, query and body. */
export const storable = z.check<unknown>(({ value, issues }) => {
  const path = findUnstorable(value)
  if (path) issues.push({ code: 'custom', message: refusal, path, input: value })
})
