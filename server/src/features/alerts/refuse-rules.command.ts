import type { RuleOverrides } from '@eot/contract/settings'
import { AppError } from '../../platform/app-error.ts'
import { ruleProblems } from './alert-rule.ts'

/** Throws a 400 that names each invalid field of the rules set at a level; `path` is the request field that contains them. */
export function refuseWrongRules(given: RuleOverrides, path: string): void {
  const errors = ruleProblems(given).map(({ type, field, message }) => ({
    Path: [path, type, ...(field === null ? [] : [field])].join('.'),
    Message: message,
  }))
  if (errors.length > 0) throw new AppError('invalid_request', { errors })
}
