import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { errors } from '@eot/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallArguments, type CallRequest, call } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'
import { type Form, type FormOptions, useForm } from './use-form.ts'

const loadChecks = () => import('./body-problems.ts')

interface BodyFormOptions<V extends object, E extends Endpoint>
  extends Pick<FormOptions<V, AnswerOf<E>>, 'initial' | 'places'> {
  endpoint: E
  /** The call that the values make. */
  request: (values: V) => CallRequest<E>
  /** What to say at a path of the body in place of the schema's words; `*` is any row, as in `Params.*.Name`. */
  says?: Readonly<Record<string, string>>
  /** The features whose data is read again when it is saved. */
  refreshes: readonly ContractFeature[]
  onSaved: (answer: AnswerOf<E>) => void
}

/** A form that makes the body of a call: checked by the contract's schema, then by the server, and told alike. */
export function useBodyForm<V extends object, E extends Endpoint>(options: BodyFormOptions<V, E>): Form<V> {
  const { endpoint, initial, request, says = {}, places, refreshes, onSaved } = options
  const queryClient = useQueryClient()
  useEffect(() => void loadChecks().catch(() => undefined), []) // asked for again when the form is sent
  return useForm<V, AnswerOf<E>>({
    initial,
    ...(places && { places }),
    async send(values) {
      const made = request(values)
      await check(endpoint, (made as { body?: unknown }).body, says) // endpoints without a body have none here
      return call(endpoint, ...([made] as unknown as CallArguments<E>)) // a request is one of the two tuples
    },
    onSent(answer) {
      void refreshFeatures(queryClient, ...refreshes)
      onSaved(answer)
    },
  })
}

/** Throws what the server would answer. Where the schemas do not arrive, the server alone checks. */
async function check(endpoint: Endpoint, body: unknown, says: Readonly<Record<string, string>>) {
  const checks = await loadChecks().catch(() => undefined)
  const found = checks?.bodyProblems(endpoint, body) ?? []
  if (found.length === 0) return
  const Errors = found.map(({ Path, Message }) => ({
    Path,
    Message: says[Path.replaceAll(/\.\d+(?=\.|$)/g, '.*')] ?? Message,
  }))
  const { status, detail } = errors.invalid_request
  throw new ApiError(status, 'invalid_request', detail, { Errors })
}
