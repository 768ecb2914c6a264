import type { Endpoint } from '@eot/contract/endpoint'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { tolerateKeys } from './tolerant-keys.ts'

/** Maximum problems listed in a response: enough for any form, and keeps the response to a huge request small. */
export const mostProblems = 20
/** Longer paths are truncated, since a client can send keys of any length. */
const longestPath = 200

const nothing = z.strictObject({})

interface Problem {
  Path: string
  Message: string
}

interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Validates a request by the schemas of its endpoint. Throws `invalid_request` with all problems, up to `mostProblems`.
 */
export function parseInput(endpoint: Endpoint, raw: RawInput): RawInput {
  const problems: Problem[] = []
  const input = {
    params: endpoint.params && parse(endpoint.params, raw.params, problems),
    query: parse(endpoint.query ?? nothing, nameLists(raw.query), problems),
    body: endpoint.streams ? undefined : parse(endpoint.body ?? nothing, raw.body ?? {}, problems),
  }
  if (problems.length > 0)
    throw new AppError('invalid_request', { errors: problems.slice(0, mostProblems).map(shorten) })
  return input
}

function parse(schema: z.ZodType, raw: unknown, problems: Problem[]): unknown {
  const { value, problems: spelling } = tolerateKeys(schema, raw)
  const parsed = schema.safeParse(value)
  for (const { path, message } of spelling) problems.push({ Path: path, Message: message })
  if (!parsed.success) problems.push(...parsed.error.issues.slice(0, mostProblems).flatMap(describeIssue))
  return parsed.data
}

function describeIssue(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [{ Path: path.join('.'), Message: issue.message }]
  return issue.keys
    .slice(0, mostProblems)
    .map((key) => ({ Path: [...path, key].join('.'), Message: 'Unknown key' }))
}

function shorten({ Path, Message }: Problem): Problem {
  return { Path: Path.length > longestPath ? `${Path.slice(0, longestPath)}…` : Path, Message }
}

/** Treats `type[]=Vape` like `type=Vape`. */
function nameLists(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  const named = new Map<string, unknown>()
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    named.set(name, named.has(name) ? [named.get(name), value].flat() : value)
  }
  return Object.fromEntries(named)
}
