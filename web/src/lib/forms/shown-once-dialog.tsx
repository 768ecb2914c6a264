import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type CloseGuard, closeGuarded, LeaveGuard, type LeaveWords } from './leave-guard.tsx'

interface ShownOnceDialogProps {
  title: string
  text?: string
  wide?: boolean
  /** Above the secret. */
  above?: ReactNode
  label: string
  secret: string
  /** Below the secret. */
  children?: ReactNode
  /** The text of the button that closes the dialog. */
  done: string
  /** The question that is asked on closing if the secret has not been copied. */
  words: LeaveWords
  onClose: () => void
}

/** Shows a secret that cannot be shown again. Asks before it closes, unless the secret was copied. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { above, label, secret, children, done, words, onClose, ...rest } = props
  const [copied, setCopied] = useState(false)
  const guard = useRef<CloseGuard>(null)
  const close = () => closeGuarded(guard, onClose)
  return (
    <Dialog
      {...rest}
      open
      onClose={close}
      actions={
        <Button variant="primary" onClick={close}>
          {done}
        </Button>
      }
    >
      <div className="stack dialog-form">
        {above}
        <CopyField label={label} value={secret} onCopied={() => setCopied(true)} />
        {children}
      </div>
      <LeaveGuard ref={guard} active={!copied} words={words} />
    </Dialog>
  )
}
