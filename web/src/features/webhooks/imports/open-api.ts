import { type ImportProblem, mostImported } from './imported.ts'

export type Json = Readonly<Record<string, unknown>>

/** An operation of an API, as described. */
export interface Operation {
  method: string
  path: string
  /** The summary, if there is one. */
  summary: string
  item: Json
  operation: Json
}

export interface OpenApi {
  root: Json
  operations: Operation[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head']
/** Deeper descriptions are refused. */
const mostLevels = 1000

/** Thrown where a description cannot be followed. */
export class ImportRefused extends Error {
  readonly problem: ImportProblem
  constructor(problem: ImportProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

/** Reads a description in OpenAPI 3.0 or 3.1, as JSON. */
export function readOpenApi(text: string): OpenApi | ImportProblem {
  if (text.length > mostImported) return { problem: 'tooLong' }
  let root: Json
  try {
    root = asObject(JSON.parse(text))
  } catch {
    return { problem: 'notJson' }
  }
  if (isTooDeep(root)) return { problem: 'tooDeep' }
  const version = asText(root.openapi) || asText(root.swagger)
  if (!/^3\.[01]\b/.test(asText(root.openapi))) return { problem: 'notOpenApi', about: version || '?' }
  try {
    const operations = Object.entries(asObject(root.paths)).flatMap(([path, given]) => {
      const item = resolve(root, given)
      return methods
        .filter((method) => item[method] !== undefined)
        .map((method): Operation => {
          const operation = asObject(item[method])
          const summary = asText(operation.summary) || asText(operation.operationId)
          return { method: method.toUpperCase(), path, summary, item, operation }
        })
    })
    return operations.length > 0 ? { root, operations } : { problem: 'noOperation' }
  } catch (error) {
    if (error instanceof ImportRefused) return error.problem
    throw error
  }
}

export const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {} // keys are text

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Resolves a reference. Only references within the description are followed, and no cycles. */
export function resolve(root: Json, given: unknown, onReference?: (name: string) => void): Json {
  const seen = new Set<string>()
  let at = asObject(given)
  while (typeof at.$ref === 'string') {
    const name = at.$ref
    const found = name.startsWith('#/') ? find(root, name) : undefined
    if (found === undefined || seen.has(name)) throw new ImportRefused({ problem: 'reference', about: name })
    seen.add(name)
    onReference?.(name)
    at = asObject(found)
  }
  return at
}

function find(root: Json, name: string): unknown {
  let at: unknown = root
  for (const step of name.slice(2).split('/')) {
    const key = unescaped(step)
    const within: Json = Array.isArray(at) ? { ...at } : asObject(at)
    if (!Object.hasOwn(within, key)) return undefined
    at = within[key]
  }
  return at
}

function unescaped(step: string): string {
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** Found without recursion, since there may be any number of levels. */
function isTooDeep(root: object): boolean {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= mostLevels) return true
    level = level.flatMap((one) =>
      Object.values(one).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
    )
  }
  return false
}
