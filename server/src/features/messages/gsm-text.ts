/** One septet each. Source: 3GPP TS 23.038, section 6.2.1. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Two septets each. Source: 3GPP TS 23.038, section 6.2.1.1. */
const extended = '\f^{}\\[~]|€'

const septetsOf = new Map([
  ...[...basic].map((c) => [c, 1] as const),
  ...[...extended].map((c) => [c, 2] as const),
])

/** Typographic characters that decomposition does not turn into plain ones. */
const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '→': '>',
  '×': 'x',
  '°': '',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ð: 'd',
  Œ: 'OE',
  œ: 'oe',
  ı: 'i',
  µ: 'u',
  μ: 'u',
  '\t': ' ',
}

const mostSeptets = 160
/** UTF-16 units of a text message with any other character. */
const mostUnits = 70

/**
 * Replaces characters outside the GSM alphabet that have a plain counterpart: “PM₂.₅” becomes “PM2.5”. A single character of
 * another script reduces the capacity of a text message by more than half.
 */
export function toGsm(text: string): string {
  return [...text].map(plainOf).join('')
}

function plainOf(character: string): string {
  if (septetsOf.has(character)) return character
  const replaced = plain[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...replaced].every((c) => septetsOf.has(c)) ? replaced : character
}

/** Returns whether a text fits into one text message. */
export function isOneText(text: string): boolean {
  let septets = 0
  for (const character of text) {
    const size = septetsOf.get(character)
    if (size === undefined) return text.length <= mostUnits
    septets += size
  }
  return septets <= mostSeptets
}

export interface TextPart {
  text: string
  /** Whether the part may be left out. */
  isOptional?: boolean
  /** Whether the part may lose words at its end, all but the first. */
  isShortenable?: boolean
  /** Punctuation after the part, also if it is shortened. */
  end?: string
}

/**
 * Joins parts into one text message of plain characters: leaves out optional parts, the last one first, and then takes words
 * from the longest part that may be shortened. Never cuts a word, so a text can stay longer than one message.
 */
export function fitText(parts: readonly TextPart[]): string {
  let kept = parts.map((part) => ({ ...part, text: toGsm(part.text).replace(/\s+/g, ' ').trim() }))
  const joined = () => kept.flatMap(({ text, end = '' }) => (text ? `${text}${end}` : [])).join(' ')
  while (!isOneText(joined())) {
    const optional = kept.findLast(({ isOptional }) => isOptional)
    const longest = kept
      .filter(({ isShortenable, text }) => isShortenable && text.includes(' '))
      .toSorted((a, b) => b.text.length - a.text.length)[0]
    if (optional) kept = kept.filter((part) => part !== optional)
    else if (longest) longest.text = withoutLastWord(longest.text)
    else break
  }
  return joined()
}

const ellipsis = '...'

function withoutLastWord(text: string): string {
  const end = text.endsWith(ellipsis) ? text.slice(0, -ellipsis.length) : text
  return `${end.slice(0, end.lastIndexOf(' ')).replace(/[,;:(-]+$/, '')}${ellipsis}`
}
