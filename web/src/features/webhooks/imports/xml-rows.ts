import type { WebhookParam } from '@eot/contract/webhook-params'
import { textRow } from './imported-rows.ts'

interface Open {
  name: string
  attributes: WebhookParam[]
  children: WebhookParam[]
  text: string
}

const piece =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Converts an XML body to rows that produce the same XML. undefined: it is not XML, or has parts that rows
 * cannot represent, such as text beside elements or custom entities.
 */
export function rowOfXml(text: string): WebhookParam | undefined {
  const open: Open[] = [{ name: '', attributes: [], children: [], text: '' }]
  const source = text.trim()
  piece.lastIndex = 0
  while (piece.lastIndex < source.length) {
    const match = piece.exec(source)
    const above = open.at(-1)
    if (!match || !above) return undefined
    const [, cdata, closed, opened, attributes = '', empty, plain] = match
    if (cdata !== undefined) above.text += cdata
    else if (plain !== undefined) {
      const read = unescaped(plain)
      if (read === undefined) return undefined
      above.text += read
    } else if (opened !== undefined) {
      const read = attributesOf(attributes)
      if (!read) return undefined
      open.push({ name: opened, attributes: read, children: [], text: '' })
      if (empty === '/' && !close(open, opened)) return undefined
    } else if (closed !== undefined && !close(open, closed)) return undefined
  }
  const [document, ...unclosed] = open
  const [root, ...others] = document?.children ?? []
  return unclosed.length === 0 && others.length === 0 && document?.text.trim() === '' ? root : undefined
}

/** Adds the last open element to the one above it. Returns whether it could. */
function close(open: Open[], name: string): boolean {
  const element = open.length > 1 ? open.pop() : undefined
  const children = element && grouped(element.children)
  if (!children || element.name !== name) return false
  const hasText = element.text.trim() !== ''
  if (hasText && children.length > 0) return false
  const isLeaf = hasText && element.attributes.length === 0
  const text = hasText ? [textRow('#text', element.text)] : []
  const row: WebhookParam = isLeaf
    ? textRow(name, element.text)
    : {
        key: name,
        paramType: 'specified',
        type: 'object',
        value: '',
        children: [...element.attributes, ...text, ...children],
      }
  open.at(-1)?.children.push(row)
  return true
}

/** Groups consecutive elements of the same name into an array. undefined: others are between them. */
function grouped(children: readonly WebhookParam[]): WebhookParam[] | undefined {
  const groups: WebhookParam[][] = []
  for (const child of children) {
    const last = groups.at(-1)
    if (last?.[0]?.key === child.key) last.push(child)
    else groups.push([child])
  }
  const rows = groups.flatMap((group): WebhookParam[] => {
    const [first] = group
    if (!first || group.length === 1) return group
    const items = group.map((one, index) => ({ ...one, key: String(index) }))
    return [{ key: first.key, paramType: 'specified', type: 'array', value: '', items }]
  })
  return new Set(rows.map(({ key }) => key)).size === rows.length ? rows : undefined
}

function attributesOf(text: string): WebhookParam[] | undefined {
  const rows: WebhookParam[] = []
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    const value = unescaped(double ?? single ?? '')
    if (value === undefined) return undefined
    rows.push(textRow(`@${name}`, value))
  }
  return rows
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** undefined: it contains an entity that XML does not predefine. */
function unescaped(text: string): string | undefined {
  let isKnown = true
  const read = text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));|&/gi, (_, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined
    if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code)
    const entity = typeof name === 'string' && Object.hasOwn(entities, name) ? entities[name] : undefined
    if (entity === undefined) isKnown = false
    return entity ?? ''
  })
  return isKnown ? read : undefined
}
