import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Destruction, useDestroy } from './use-destroy.ts'

type DestroyButtonProps<T> = Destruction<T> & {
  text: string
  /** Accessible name, if several buttons have the same text. */
  label?: string
} & (
    | { undo: (answer: T) => Promise<unknown>; confirm?: never }
    | {
        undo?: never
        confirm: { title: string; text: string /** Defaults to the text of the button. */; verb?: string }
      }
  )

/** A button for a destructive action. It can either be undone while the toast is shown, or asks for confirmation first. */
export function DestroyButton<T>(props: DestroyButtonProps<T>) {
  const { text, label, confirm } = props
  const [confirming, setConfirming] = useState(false)
  const destroy = useDestroy(props)
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-label={label}
        disabled={destroy.isPending}
        onClick={() => (confirm ? setConfirming(true) : destroy.mutate())}
      >
        {text}
      </Button>
      {confirm && (
        <ConfirmDialog
          verb={text}
          {...confirm}
          open={confirming}
          onClose={() => setConfirming(false)}
          onConfirm={() => destroy.mutate(undefined, { onSettled: () => setConfirming(false) })}
          busy={destroy.isPending}
        />
      )}
    </>
  )
}
