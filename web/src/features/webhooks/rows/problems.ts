import { checkRequestParams, type ParamProblem, problemPath } from '@eot/contract/webhook-checks'
import type { ParamPart } from '@eot/contract/webhook-params'
import { checkRequestShape, type WebhookTemplate } from '@eot/contract/webhook-shape'
import { messageText } from '../../../texts/problem-text.ts'

/** Messages by the path of the invalid value, such as `Body.2.children.0.value`. */
export type Problems = ReadonlyMap<string, string>

/** Returns the first message for each path. */
export const byPath = (problems: readonly ParamProblem[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (const problem of problems) {
    const path = problemPath(problem)
    if (!found.has(path)) found.set(path, messageText(problem.message))
  }
  return found
}

/** Finds all problems of a request, with the same messages as the server, in the language shown. */
export function requestProblems(template: WebhookTemplate): Map<string, string> {
  const found = byPath(checkRequestParams(template))
  for (const { path, message } of checkRequestShape(template))
    if (!found.has(path)) found.set(path, messageText(message))
  return found
}

/** Counts the problems of a part. */
export const countIn = (problems: Problems, part: ParamPart): number =>
  [...problems.keys()].filter((path) => path === part || path.startsWith(`${part}.`)).length

/** Names a field in words: `incident, row 2` for `Body.1.children.1.value`. */
export function rowNumber(path: string): string {
  return path
    .split('.')
    .filter((step) => /^\d+$/.test(step))
    .map((step) => Number(step) + 1)
    .join('.')
}
