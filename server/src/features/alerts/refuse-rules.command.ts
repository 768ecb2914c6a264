import type { RuleOverrides } from '@eot/contract/settings'
import { AppError } from '../../platform/app-error.ts'
import { ruleProblems } from './alert-rule.ts'

/** Throws a 400 that names each wrong field of rules that a level sets; `path` is the field of the request that has them. */
export function refuseWrongRules(given: RuleOverrides, path: string): void {
  const errors = ruleProblems(given).map(({ type, field, message }) => ({
    Path: [path, type, ...(field === null ? [] : [field])].join('.'),
    Message: message,
  }))
  if (errors.length > 0) throw new AppError('invalid_request', { errors })
}
