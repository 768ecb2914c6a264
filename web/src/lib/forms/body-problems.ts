import './no-eval.ts'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import type { Problem } from '@eot/contract/errors'

/**
 * Validates a request body with the contract's schema and returns the errors the server would. The schemas are loaded
 * with this file when a form opens; pages without a form do not need them.
 */
export function bodyProblems({ method, path }: Endpoint, body: unknown): NonNullable<Problem['Errors']> {
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)
  const checked = endpoint?.body?.safeParse(body)
  if (checked?.success !== false) return []
  return checked.error.issues.map((issue) => ({ Path: issue.path.join('.'), Message: issue.message }))
}
