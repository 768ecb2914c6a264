import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast.tsx'
import { failureText } from '../api/failure-text.ts'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'

export interface Destruction<T> {
  run: () => Promise<T>
  /** Said when it is done. */
  done: (answer: T) => string
  /** Said when it failed; the default is the reason alone. */
  failed?: (reason: string) => string
  /** Takes it back. Absent: it cannot be. */
  undo?: (answer: T) => Promise<unknown>
  /** Their data is read again. */
  refreshes: readonly ContractFeature[]
}

/** Does what destroys something, says what came of it, and offers to undo it where that is possible. */
export function useDestroy<T>({ run, done, failed = (reason) => reason, undo, refreshes }: Destruction<T>) {
  const queryClient = useQueryClient()
  const refresh = () => refreshFeatures(queryClient, ...refreshes)
  const handleFailure = (error: unknown) => showToast(failed(failureText(error)), { urgent: true })

  const taking = useMutation({
    mutationFn: (answer: T) => undo?.(answer) ?? Promise.resolve(),
    onError: handleFailure,
    onSettled: () => void refresh(),
  })
  return useMutation({
    mutationFn: run,
    onSuccess(answer) {
      showToast(done(answer), undo ? { undo: () => taking.mutate(answer) } : {})
    },
    onError: handleFailure,
    // Also where it failed: somebody else may have been faster.
    onSettled: () => void refresh(),
  })
}
