import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { errors, type Problem } from '@eot/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallArguments, type CallRequest, call } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'
import { type EditOptions, type FormConflict, useEdit } from './use-edit.ts'
import { type Form, type FormOptions, useForm } from './use-form.ts'

type Problems = NonNullable<Problem['Errors']>

const loadChecks = () => import('./body-problems.ts')

interface BodyFormOptions<V extends object, E extends Endpoint>
  extends Pick<FormOptions<V, AnswerOf<E>>, 'initial' | 'places' | 'onDone' | 'check'> {
  endpoint: E
  /** Builds the request from the values. */
  request: (values: V) => CallRequest<E>
  /** Messages by path in the body, used instead of the schema's. `*` stands for any row, as in `Params.*.Name`. */
  messages?: Readonly<Record<string, string>>
  /** Returns errors that only the server would report, so that all errors are shown at once. */
  problems?: (values: V) => Problems
  /** Features whose data is refetched after saving. */
  refreshes: readonly ContractFeature[]
  /** After each save, such as for a message. Close the form in `onDone`. */
  onSaved?: (answer: AnswerOf<E>) => void
  /** For a form that edits a record: the request includes its version, so that changes of other users are not overwritten. */
  edit?: EditOptions<V, AnswerOf<E>> & {
    /** The field of the request with the version, if its names differ. */
    versionField?: string
  }
}

export interface BodyForm<V extends object> extends Form<V> {
  /** Set while the user resolves a conflict with another user's edit. Show it with `<ConflictDialog>`. */
  conflict: FormConflict<V> | undefined
  /** The labels of the changed fields that are not saved yet; undefined for a form that creates a record. */
  changes: readonly string[] | undefined
}

interface RecordForm<V extends object, R> extends BodyForm<V> {
  /** Shows a newer version of the record, from which the edit then starts. What was typed is lost. */
  adopt: (record: R) => void
}

/** A form for the body of a request. Validated by the contract's schema, then by the server, with the same errors. */
export function useBodyForm<V extends object, E extends Endpoint>(
  options: BodyFormOptions<V, E>,
): RecordForm<V, AnswerOf<E>> {
  const { endpoint, initial, request, messages = {}, problems, places, refreshes, onSaved, onDone } = options
  const queryClient = useQueryClient()
  useEffect(() => void loadChecks().catch(() => undefined), []) // loaded again on submit
  const edit = useEdit(options.edit, initial)
  async function send(values: V): Promise<AnswerOf<E>> {
    const made = withVersion(request(values), edit.version(), options.edit?.versionField)
    const { body } = made as { body?: unknown } // endpoints without a body have none here
    await check(endpoint, body, messages, problems?.(values))
    try {
      return await call(endpoint, ...([made] as unknown as CallArguments<E>)) // a request is one of the two tuples
    } catch (error) {
      if (edit.canResend(error)) return send(values)
      throw error
    }
  }

  const form = useForm<V, AnswerOf<E>>({
    initial,
    ...(places && { places }),
    ...(onDone && { onDone }),
    ...(options.check && { check: options.check }),
    ...(options.edit && { stored: options.edit.values }),
    send,
    onFailure: (error, values) => edit.isConflict(error, values),
    onSent(answer) {
      edit.saved(answer)
      void refreshFeatures(queryClient, ...refreshes)
      onSaved?.(answer)
    },
  })
  const changes = edit.changes(form.values)
  // A value that was changed back does not count as changed.
  const dirty = form.dirty && changes?.length !== 0
  function adopt(record: AnswerOf<E>) {
    edit.saved(record)
    if (options.edit) form.show(options.edit.values(record))
  }
  return { ...form, dirty, changes, conflict: edit.conflictOf(form), adopt }
}

/** Adds the version that an edit is based on to its request. */
function withVersion<R extends object>(request: R, version: number | undefined, field = 'Version'): R {
  if (version === undefined) return request
  return { ...request, body: { ...(request as { body?: object }).body, [field]: version } } // a PUT has a body
}

/** Throws the error the server would return. If the schemas cannot be loaded, only the server validates. */
async function check(
  endpoint: Endpoint,
  body: unknown,
  messages: Readonly<Record<string, string>>,
  more: Problems = [],
) {
  const checks = await loadChecks().catch(() => undefined)
  const found = [...(checks?.bodyProblems(endpoint, body) ?? []), ...more]
  if (found.length === 0) return
  const Errors = found.map(({ Path, Message }) => ({
    Path,
    Message: messages[Path.replaceAll(/\.\d+(?=\.|$)/g, '.*')] ?? Message,
  }))
  const { status, detail } = errors.invalid_request
  throw new ApiError(status, 'invalid_request', detail, { Errors })
}
