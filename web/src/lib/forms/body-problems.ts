import './no-eval.ts'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import type { Problem } from '@eot/contract/errors'

/**
 * What the contract's own schema finds wrong with the body of a call, as the server would answer it. The schemas come
 * with the code of this file, which forms load when they open: pages without a form do not need them.
 */
export function bodyProblems({ method, path }: Endpoint, body: unknown): NonNullable<Problem['Errors']> {
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)
  const checked = endpoint?.body?.safeParse(body)
  if (checked?.success !== false) return []
  return checked.error.issues.map((issue) => ({ Path: issue.path.join('.'), Message: issue.message }))
}
