import '../../ui/drawer-form.css'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { BodyForm } from './use-body-form.ts'
import type { Form } from './use-form.ts'

/** A form, which may be able to detect edit conflicts. */
export type ShownForm<V extends object> = Pick<Form<V>, 'element' | 'submit' | 'busy' | 'dirty' | 'failure'> &
  Partial<Pick<BodyForm<V>, 'conflict' | 'changes'>>

interface FormDrawerProps<V extends object> {
  title: string
  intro?: string
  /** In front of the title. */
  mark?: ReactNode
  form: ShownForm<V>
  /** The button text, normally and while saving. */
  save: string
  saving: string
  /** The search parameter that keeps the drawer open. */
  part?: string
  onClose: () => void
  /** The form fields. */
  children: ReactNode
}

/** A form to add or edit a row beside its list. Asks before unsaved input is discarded. */
export function FormDrawer<V extends object>(props: FormDrawerProps<V>) {
  const { title, intro, mark, form, save, saving, part = 'add', onClose, children } = props
  const { t } = useTranslation()
  const id = useId()
  const { element } = form
  // A form without changes to its record has nothing to save.
  const isOffered = form.changes === undefined || form.dirty || form.busy
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <SideDrawer label={title} subject={part} onClose={onClose} returnFocus={useOpener()}>
      <header>
        {mark}
        <div>
          <h2>{title}</h2>
          {intro && <p className="muted">{intro}</p>}
        </div>
        <span className="spacer" />
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </header>
      <form id={id} ref={element} noValidate onSubmit={form.submit} className="drawer-form">
        {children}
        <FormFailure text={form.failure} />
      </form>
      {isOffered && (
        <footer className={form.changes && 'unsaved'}>
          {form.changes && <p role="status">{t('unsaved.changes', { fields: form.changes.join(', ') })}</p>}
          <Button variant="primary" type="submit" form={id} disabled={form.busy}>
            {form.busy ? saving : save}
          </Button>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
        </footer>
      )}
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
      <LeaveGuard part={part} active={form.dirty} changes={form.changes} />
    </SideDrawer>
  )
}
