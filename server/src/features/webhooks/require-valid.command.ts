import { checkEventParams, checkRequestParams, problemPath } from '@eot/contract/webhook-checks'
import { eventParams } from '@eot/contract/webhook-merge'
import type { ParamParts, WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-render'
import { addressPattern, checkRequestShape, withoutSpaces } from '@eot/contract/webhook-shape'
import { AppError, invalid } from '../../platform/app-error.ts'
import { type Egress, EgressRefused } from '../../platform/egress/egress.ts'
import type { LostSecret } from './sealed-rows.ts'

type Problems = { Path: string; Message: string }[]

const most = 20

function refuse(problems: Problems): void {
  if (problems.length > 0) throw new AppError('invalid_request', { errors: problems.slice(0, most) })
}

/** Throws `invalid_request` with the same problems as the portal's editor shows. */
export function requireValidRequest(template: WebhookTemplate, egress: Egress): void {
  refuse([
    ...checkRequestParams(template).map((problem) => ({
      Path: problemPath(problem),
      Message: problem.message,
    })),
    ...checkRequestShape(template).map(({ path, message }) => ({ Path: path, Message: message })),
  ])
  requireAllowedAddress(template.Url, egress)
}

/** Throws `invalid_request` for an address to which requests are not allowed. */
export function requireAllowedAddress(address: string, egress: Egress): URL {
  const origin = originOf(address)
  if (origin === undefined || !URL.canParse(origin)) throw invalid('Url', 'Please enter an address')
  const url = new URL(origin)
  try {
    egress.check(url)
  } catch (error) {
    if (error instanceof EgressRefused) throw invalid('Url', error.message)
    throw error
  }
  return url
}

/** Returns the scheme, host and port of an address, which contain no variables. */
export const originOf = (address: string): string | undefined =>
  addressPattern.exec(withoutSpaces(address))?.[1]?.toLowerCase()

/** Throws `invalid_request` for params that do not fill in the config rows of a request. */
export function requireValidParams(request: ParamParts, params: WebhookParams): void {
  refuse(
    checkEventParams(eventParams(request, params)).map((problem) => ({
      Path: `params.${problemPath(problem)}`,
      Message: problem.message,
    })),
  )
}

/** Throws `invalid_request` for secrets that should be kept but are not stored for this address. */
export function requireSecrets(lost: readonly LostSecret[], prefix = ''): void {
  refuse(lost.map(({ path }) => ({ Path: `${prefix}${path}`, Message: 'Please enter a value' })))
}
