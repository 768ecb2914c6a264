import { useQueryClient } from '@tanstack/react-query'
import { type ContractFeature, refreshFeatures } from '../api/query.ts'
import { useDestroy } from './use-destroy.ts'

export interface UndoableChange<Body> {
  to: Body
  /** Undoes it. */
  back: Body
  done: string
}

/** Changes a record immediately, with a message that offers to undo it. Completes when the pages show the change. */
export function useUndoableChange<Body>(
  made: UndoableChange<Body>,
  { feature, apply }: { feature: ContractFeature; apply: (body: Body) => Promise<unknown> },
) {
  const queryClient = useQueryClient()
  async function change(body: Body) {
    await apply(body)
    await refreshFeatures(queryClient, feature)
  }
  return useDestroy({
    // Stores the change that was made, since the page shows the changed record by then.
    async run() {
      await change(made.to)
      return made
    },
    undo: ({ back }) => change(back),
    done: ({ done }) => done,
    refreshes: [],
  })
}
