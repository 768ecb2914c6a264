import { parseSync } from 'vite'

/** Functions and classes that take a message for the person who fills in a form, including zod's checks of fields. */
const takers =
  /(?:^|\.)(invalid|wrong|fail|report|refuse|UnreadableCsv|ImportOutdated|EgressRefused|min|max|regex|refine|email|enum|array)$/
/** Properties that contain such a message. */
const properties = ['Message', 'message', 'customError']
/** Files in which every sentence is a message: the portal shows why a file, a line or a period is refused. */
const wholeFiles =
  /features\/imports\/(?!.*(\.queries|\.routes|-template\.wire)\.ts)|read-csv\.ts|choose-period\.ts/
const sentence = /^(?:Required$|(?=.*[a-z]{3})[A-Z{][^\n]*[a-z.”}:] [a-z{“])/

/** A part of a parsed program, whose kinds differ too much to be worth their types. */
type Node = { type?: unknown; start: number; end: number } & Record<string, unknown>

/**
 * Returns the messages in the source of a file that a person may be shown in English unless they are translated. Values in them are
 * replaced by `{}`.
 */
export function messagesIn(path: string, source: string): string[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const found = new Set<string>()
  const visit = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) visit(one, place)
      return
    }
    const node = value as Node
    const text = literalOf(node)
    if (text !== undefined && isMessage(path, place) && sentence.test(text)) found.add(text)
    const inside = placeOf(node, textOf) ?? place
    for (const part of Object.values(node)) visit(part, inside)
  }
  visit(parseSync(path, source).program, '')
  return [...found]
}

const isMessage = (path: string, place: string) =>
  takers.test(place) || properties.includes(place) || (wholeFiles.test(path) && !/sql|Error$/.test(place))

/**
 * Returns the name of the property, function or class that receives the literals inside this node, or `sql` for a tagged
 * template; undefined for other nodes.
 */
function placeOf(node: Node, textOf: (node: Node) => string): string | undefined {
  if (node.type === 'Property') return textOf(node.key as Node)
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return textOf(node.callee as Node).replaceAll(/\s|\(.*\)/gs, '')
  if (node.type === 'TaggedTemplateExpression') return 'sql'
  return undefined
}

function literalOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  const parts = node.quasis as { value: { cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join('{}')
}
