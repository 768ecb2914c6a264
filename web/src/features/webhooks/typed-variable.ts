import type { WebhookVariable } from '@eot/contract/webhook-variables'

/** The name that is being typed after `{{` before the caret. undefined: none is. */
export function typedName(value: string, caret: number): string | undefined {
  return /(?<!\\)\{\{\s*([^{}\s]*)$/.exec(value.slice(0, caret))?.[1]
}

/** More than these are found by typing. */
const mostOffered = 8

/** Variables whose names contain what was typed, those that start with it first. */
export function matchingVariables(
  variables: readonly WebhookVariable[],
  typed: string,
): readonly WebhookVariable[] {
  const asked = typed.toLowerCase()
  const found = variables.filter(({ Name }) => Name.toLowerCase().includes(asked))
  const starts = ({ Name }: WebhookVariable) => Name.toLowerCase().startsWith(asked)
  return [...found.filter(starts), ...found.filter((one) => !starts(one))].slice(0, mostOffered)
}

/** A value with a variable at the caret, instead of what has been typed of it. */
export function insertedAt(value: string, caret: number, name: string): { value: string; caret: number } {
  const before = value.slice(0, caret).replace(/(?<!\\)\{\{\s*[^{}\s]*$/, '')
  const after = value
    .slice(caret)
    .replace(typedName(value, caret) === undefined ? /^$/ : /^[^{}\s]*\s*\}\}/, '')
  const inserted = `${before}{{${name}}}`
  return { value: `${inserted}${after}`, caret: inserted.length }
}
