import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Destruction, useDestroy } from './use-destroy.ts'

type DestroyButtonProps<T> = Destruction<T> & {
  text: string
  /** Accessible name, if several buttons have the same text. */
  label?: string
} & (
    | { undo: (answer: T) => Promise<unknown>; ask?: never }
    | { undo?: never; ask: { title: string; text: string; verb: string } }
  )

/** A button for a destructive action. It can be undone while the toast is shown, or is confirmed first. */
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
