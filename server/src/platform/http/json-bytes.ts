/** The approximate length of a part, in characters. V8 allocates strings of more than 128 kB outside its young generation. */
const partLength = 32_000

const keptTexts = new WeakMap<object, { text?: string }>()

/** Lets lists that contain this object cache its JSON. Do not change the object afterward. Returns the object. */
export function keepJson<Value extends object>(value: Value): Value {
  keptTexts.set(value, {})
  return value
}

/**
 * Serializes a value to JSON in UTF-8. Long lists, alone or as a member of an object, are serialized in parts. Serializing them as one
 * string takes four times as long, since V8 allocates separate memory for it each time.
 */
export const jsonBytes = (value: unknown): Buffer => joinParts(jsonParts(value))

/** Concatenates parts and encodes them in UTF-8. */
export function joinParts(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((length, part) => length + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += bytes.write(part, at)
  return bytes
}

/** Joins JSON texts with commas. Returns the result in parts of about `partLength` characters. */
export function joinTexts(texts: readonly string[]): string[] {
  const parts: string[] = []
  let from = 0
  let length = 0
  for (const [at, text] of texts.entries()) {
    length += text.length
    if (length < partLength && at < texts.length - 1) continue
    if (from > 0) parts.push(',')
    parts.push(texts.slice(from, at + 1).join(','))
    from = at + 1
    length = 0
  }
  return parts
}

function jsonParts(value: unknown): string[] {
  if (Array.isArray(value)) return listParts(value)
  return isPlain(value) ? objectParts(value) : [JSON.stringify(value)]
}

const listParts = (list: readonly unknown[]): string[] => ['[', ...itemParts(list), ']']

/** Serializes the items of a list in parts, with commas between them. */
export function itemParts(list: readonly unknown[]): string[] {
  if (list.some((item) => keptOf(item) !== undefined)) return joinTexts(list.map(textOf))
  if (list.length === 1) return [JSON.stringify(list).slice(1, -1)]
  // Most items are about equally long, but the first or last may differ.
  const samples = [0, list.length >> 1, list.length - 1].map(
    (at) => JSON.stringify(list.slice(at, at + 1)).length,
  )
  const atOnce = Math.max(1, Math.floor(partLength / Math.max(...samples)))
  const parts: string[] = []
  for (let from = 0; from < list.length; from += atOnce) {
    if (from > 0) parts.push(',')
    parts.push(JSON.stringify(list.slice(from, from + atOnce)).slice(1, -1))
  }
  return parts
}

const keptOf = (item: unknown) =>
  typeof item === 'object' && item !== null ? keptTexts.get(item) : undefined

function textOf(item: unknown): string {
  const kept = keptOf(item)
  const text = kept?.text ?? JSON.stringify(item) ?? 'null'
  if (kept) kept.text = text
  return text
}

function objectParts(object: object): string[] {
  const members: string[][] = []
  for (const [name, member] of Object.entries(object)) {
    const value = Array.isArray(member) ? listParts(member) : [JSON.stringify(member)]
    // `JSON.stringify` returns undefined for what JSON cannot contain, such as functions.
    if (value[0] !== undefined)
      members.push([`${members.length === 0 ? '' : ','}${JSON.stringify(name)}:`, ...value])
  }
  return ['{', ...members.flat(), '}']
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value)
