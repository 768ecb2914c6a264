import type { WebhookParam } from '@eot/contract/webhook-params'
import { rootArrayKey } from '@eot/contract/webhook-shape'
import { parseTemplate } from '@eot/contract/webhook-variables'
import type { Problems } from '../rows/problems.ts'

export interface CodePart {
  text: string
  kind?: 'key' | 'string' | 'literal' | 'variable'
}

/** A line of a JSON body, before values are put in. */
export interface CodeLine {
  parts: CodePart[]
  /** The row is not filled in yet. */
  isBad: boolean
}

interface Place {
  id: string
  indent: string
  /** `"title": ` or nothing. */
  name: CodePart[]
  end: string
}

/** Formats a JSON body as lines, with variables and the rows that each event fills in. */
export function templateLines(body: readonly WebhookParam[], problems: Problems, config: string): CodeLine[] {
  const bad = (id: string) =>
    ['key', 'paramType', 'type', 'value'].some((field) => problems.has(`${id}.${field}`))
  const line = ({ indent, name, end }: Place, parts: CodePart[], isBad: boolean): CodeLine => ({
    parts: [{ text: indent }, ...name, ...parts, ...(end ? [{ text: end }] : [])],
    isBad,
  })

  function list(
    place: Place,
    rows: readonly WebhookParam[],
    [open, close]: [string, string],
    keyed: boolean,
  ) {
    const isBad = bad(place.id)
    if (rows.length === 0) return [line(place, [{ text: `${open}${close}` }], isBad)]
    const listName = keyed ? 'children' : 'items'
    const base = place.id === 'Body' ? place.id : `${place.id}.${listName}`
    return [
      line({ ...place, end: '' }, [{ text: open }], isBad),
      ...rows.flatMap((row, index) =>
        lines(row, {
          id: `${base}.${index}`,
          indent: `${place.indent}  `,
          name: keyed ? [{ text: JSON.stringify(row.key || '?'), kind: 'key' }, { text: ': ' }] : [],
          end: index < rows.length - 1 ? ',' : '',
        }),
      ),
      line({ ...place, name: [] }, [{ text: close }], false),
    ]
  }

  function lines(row: WebhookParam, place: Place): CodeLine[] {
    const isOpen = row.paramType === 'config' && !row.value
    if (isOpen && !row.children?.length)
      return [line(place, [{ text: config, kind: 'literal' }], bad(place.id))]
    if (row.type === 'object') return list(place, row.children ?? [], ['{', '}'], true)
    if (row.type === 'array') return list(place, row.items ?? [], ['[', ']'], false)
    return [line(place, valueParts(row), bad(place.id))]
  }

  const root: Place = { id: 'Body', indent: '', name: [], end: '' }
  const [only] = body
  if (body.length === 1 && only?.type === 'array' && only.key === rootArrayKey)
    return lines(only, { ...root, id: 'Body.0' })
  return list(root, body, ['{', '}'], true)
}

/** A value with its variables. */
function valueParts({ type, value, isSet }: WebhookParam): CodePart[] {
  if (value === '') return [{ text: isSet ? '"••••••"' : '?', kind: 'key' }]
  const parts = parseTemplate(value).map(
    (part): CodePart =>
      'variable' in part
        ? { text: part.variable, kind: 'variable' }
        : { text: part.text, kind: type === 'string' ? 'string' : 'literal' },
  )
  if (type !== 'string' || parts.every(({ kind }) => kind === 'variable')) return parts
  const quote: CodePart = { text: '"', kind: 'string' }
  return [quote, ...parts, quote]
}
