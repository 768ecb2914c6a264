import { checkEventParams } from '@eot/contract/webhook-checks'
import { eventParams } from '@eot/contract/webhook-merge'
import type { ParamParts, WebhookParams } from '@eot/contract/webhook-params'
import { type WebhookRequest, webhookRequests } from '@eot/contract/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../lib/api/query.ts'
import type { FieldErrors } from '../../../lib/forms/field-errors.ts'
import { byPath, type Problems } from '../rows/problems.ts'
import type { EventValues } from './event-values.ts'

/** The start of the paths of params in the form. */
const below = 'params.'
const requestQuery = (id: string) => queryOf(webhookRequests.get, { params: { id } })

/** Returns the request that an event sends. undefined: not chosen, not loaded, or of a site that the user does not see. */
export function useChosenRequest({ Request }: Pick<EventValues, 'Request'>): WebhookRequest | undefined {
  return useQuery({ ...requestQuery(Request?.Id ?? ''), enabled: Request !== null }).data
}

/** Completes the params of an event with the rows that the request leaves to it. */
export const completeParams = (request: ParamParts | undefined, given: WebhookParams): WebhookParams =>
  request ? eventParams(request, given) : given

/** Returns the errors of a form below its params, by their paths within these. */
export const refusedParams = (errors: FieldErrors<EventValues>): [path: string, text: string][] =>
  Object.entries(errors).flatMap(([path, text]) =>
    text && path.startsWith(below) ? [[path.slice(below.length), text]] : [],
  )

/** Validates the params of an event. Problems are shown for rows that the user has left, or all after an attempt to save. */
export function useParamChecks() {
  const queryClient = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  return {
    onLeave: (id: string) => setLeft((before) => (before.has(id) ? before : new Set([...before, id]))),
    /** For the form, which is not sent while there are problems. */
    check({ Request, params }: EventValues): FieldErrors<EventValues> {
      setAsked(true)
      const request = Request
        ? queryClient.getQueryData<WebhookRequest>(requestQuery(Request.Id).queryKey)
        : undefined
      const problems = byPath(checkEventParams(completeParams(request, params)))
      return Object.fromEntries(
        [...problems].map(([path, message]) => [`${below}${path}`, message]),
      ) as FieldErrors<EventValues> // paths below a field
    },
    /** `errors` are those of the form: a value that the server refused stays marked until it is changed. */
    shownOf(params: WebhookParams, errors: FieldErrors<EventValues>): Problems {
      const problems = [...byPath(checkEventParams(params))]
      const shown = problems.filter(([path]) => isAsked || left.has(path.slice(0, path.lastIndexOf('.'))))
      return new Map([...refusedParams(errors), ...shown])
    },
  }
}

export type ParamChecks = ReturnType<typeof useParamChecks>
