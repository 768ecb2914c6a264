import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  text?: ReactNode
  children?: ReactNode
  actions: ReactNode
  wide?: boolean
}

/** A modal dialog. Keeps the focus inside; Esc or a click outside closes it. */
export function Dialog({ open, onClose, title, text, children, actions, wide }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup className={classNames('dialog', wide && 'wide')}>
          <BaseDialog.Title>{title}</BaseDialog.Title>
          {text && <BaseDialog.Description className="dialog-text">{text}</BaseDialog.Description>}
          {children}
          <div className="dialog-actions">{actions}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'text'> {
  /** Fields below the text. */
  children?: ReactNode
  /** The verb, also the text of the button. */
  verb: string
  onConfirm: () => void
  busy?: boolean
}

/** Asks before an action that cannot be undone. States the consequences; the button names the action. */
export function ConfirmDialog({ verb, onConfirm, busy, ...rest }: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button onClick={rest.onClose}>{t('action.cancel')}</Button>
          <Button variant="danger" className="filled" onClick={onConfirm} disabled={busy}>
            {verb}
          </Button>
        </>
      }
    />
  )
}
