import { checkRequestParams, type ParamProblem, problemPath } from '@eot/contract/webhook-checks'
import type { ParamPart } from '@eot/contract/webhook-params'
import { checkRequestShape, type WebhookTemplate } from '@eot/contract/webhook-shape'

/** Messages by the path of what is wrong, such as `Body.2.children.0.value`. */
export type Problems = ReadonlyMap<string, string>

/** The first message for each path. */
export const byPath = (problems: readonly ParamProblem[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (const problem of problems) {
    const path = problemPath(problem)
    if (!found.has(path)) found.set(path, problem.message)
  }
  return found
}

/** Everything that is wrong with a request, with the messages that the server has. */
export function requestProblems(template: WebhookTemplate): Map<string, string> {
  const found = byPath(checkRequestParams(template))
  for (const { path, message } of checkRequestShape(template)) if (!found.has(path)) found.set(path, message)
  return found
}

/** How many problems a part has. */
export const countIn = (problems: Problems, part: ParamPart): number =>
  [...problems.keys()].filter((path) => path === part || path.startsWith(`${part}.`)).length

/** The name of a field in words: `incident, row 2` for `Body.1.children.1.value`. */
export function rowNumber(path: string): string {
  return path
    .split('.')
    .filter((step) => /^\d+$/.test(step))
    .map((step) => Number(step) + 1)
    .join('.')
}
