import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Destruction, useDestroy } from './use-destroy.ts'

type DestroyButtonProps<T> = Destruction<T> & {
  text: string
  /** Read aloud in place of the text, where several buttons have the same. */
  label?: string
} & (
    | { undo: (answer: T) => Promise<unknown>; ask?: never }
    | { undo?: never; ask: { title: string; text: string; verb: string } }
  )

/** A button for what destroys: it can be undone for as long as the toast is shown, or is asked about first. */
export function DestroyButton<T>(props: DestroyButtonProps<T>) {
  const { text, label, ask } = props
  const [asking, setAsking] = useState(false)
  const destroy = useDestroy(props)
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-label={label}
        disabled={destroy.isPending}
        onClick={() => (ask ? setAsking(true) : destroy.mutate())}
      >
        {text}
      </Button>
      {ask && (
        <ConfirmDialog
          {...ask}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => destroy.mutate(undefined, { onSettled: () => setAsking(false) })}
          busy={destroy.isPending}
        />
      )}
    </>
  )
}
