import type { WebhookVariable } from '@eot/contract/webhook-variables'

/** Returns the name being typed after `{{` before the caret. undefined: no name is being typed. */
export function typedName(value: string, caret: number): string | undefined {
  return /(?<!\\)\{\{\s*([^{}\s]*)$/.exec(value.slice(0, caret))?.[1]
}

/** Others are found by typing more. */
const mostOffered = 8

/** Returns variables whose names contain the typed text, those that start with it first. */
export function matchingVariables(
  variables: readonly WebhookVariable[],
  typed: string,
): readonly WebhookVariable[] {
  const asked = typed.toLowerCase()
  const found = variables.filter(({ Name }) => Name.toLowerCase().includes(asked))
  const starts = ({ Name }: WebhookVariable) => Name.toLowerCase().startsWith(asked)
  return [...found.filter(starts), ...found.filter((one) => !starts(one))].slice(0, mostOffered)
}

/** Inserts a variable at the caret, replacing the typed beginning of its name. */
export function insertedAt(value: string, caret: number, name: string): { value: string; caret: number } {
  const before = value.slice(0, caret).replace(/(?<!\\)\{\{\s*[^{}\s]*$/, '')
  const after = value
    .slice(caret)
    .replace(typedName(value, caret) === undefined ? /^$/ : /^[^{}\s]*\s*\}\}/, '')
  const inserted = `${before}{{${name}}}`
  return { value: `${inserted}${after}`, caret: inserted.length }
}
