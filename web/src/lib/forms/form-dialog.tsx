import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { ShownForm } from './form-drawer.tsx'

interface FormDialogProps<V extends object> {
  title: string
  text?: string
  wide?: boolean
  form: ShownForm<V>
  /** The button text, normally and while saving. */
  save: string
  saving: string
  onClose: () => void
  /** The form fields. */
  children: ReactNode
}

/** A short form in a dialog. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { form, save, saving, onClose, children, ...rest } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog
      {...rest}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} disabled={form.busy}>
            {form.busy ? saving : save}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.element} noValidate onSubmit={form.submit} className="stack dialog-form">
        {children}
        <FormFailure text={form.failure} />
      </form>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </Dialog>
  )
}
