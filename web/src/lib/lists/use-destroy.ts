import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast.ts'
import { deleteRecord } from '../api/delete-record.ts'
import { failureText } from '../api/failure-text.ts'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'

export interface Destruction<T> {
  run: () => Promise<T>
  /** Id of the record that the action removes from the user's reach. `run` closes the drawer or page that shows it. */
  deletes?: string | undefined
  /** Message after success. */
  done: (answer: T) => string
  /** Message after a failure. Defaults to the reason alone. */
  failed?: (reason: string) => string
  /** Undoes the action. Omitted: it cannot be undone. */
  undo?: (answer: T) => Promise<unknown>
  /** How long it can be undone, in ms. Omitted: a few seconds. */
  undoForMs?: number
  /** Features whose data is fetched again. */
  refreshes: readonly ContractFeature[]
}

/** Runs a destructive action, reports the result, and offers to undo it if possible. */
export function useDestroy<T>(destruction: Destruction<T>) {
  const { run, deletes, done, failed = (reason) => reason, undo, undoForMs, refreshes } = destruction
  const queryClient = useQueryClient()
  const refresh = () => refreshFeatures(queryClient, ...refreshes)
  const handleFailure = (error: unknown) => showToast(failed(failureText(error)), { urgent: true })

  const taking = useMutation({
    mutationFn: (answer: T) => undo?.(answer) ?? Promise.resolve(),
    onError: handleFailure,
    onSettled: () => void refresh(),
  })
  return useMutation({
    mutationFn: () => (deletes === undefined ? run() : deleteRecord(queryClient, deletes, run)),
    onSuccess(answer) {
      showToast(done(answer), {
        ...(undo && { undo: () => taking.mutate(answer) }),
        ...(undoForMs !== undefined && { undoForMs }),
      })
    },
    onError: handleFailure,
    // After a failure too: another user may have been faster.
    onSettled: () => void refresh(),
  })
}
