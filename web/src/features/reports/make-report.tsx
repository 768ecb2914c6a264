import { reportSections } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SectionChoice } from './section-choice.tsx'

/** Requests a report of any period, with the sections that the user chooses, in their order. */
export function MakeReport({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setOpen(true)}>
        {t('reports.make')}
      </Button>
      {isOpen && <MakeDialog siteId={siteId} onClose={() => setOpen(false)} />}
    </>
  )
}

function MakeDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const formId = useId()
  const [chosen, setChosen] = useState([...reportSections])
  const make = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      return call(reports.create, {
        params: { id: siteId },
        body: {
          ...(text('name') && { Name: text('name') }),
          Day: text('day'),
          LastDay: text('lastDay'),
          Sections: chosen,
        },
      })
    },
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: [reports.list.path] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    make.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      title={t('reports.make')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('reports.close')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={make.isPending || chosen.length === 0}
          >
            {t('reports.start')}
          </Button>
        </>
      }
    >
      <form id={formId} className="report-form" onSubmit={submit}>
        <label className="report-field">
          {t('reports.name')}
          <input className="input" name="name" maxLength={120} />
        </label>
        <div className="report-days-chosen">
          <label className="report-field">
            {t('reports.firstDay')}
            <input className="input" type="date" name="day" required />
          </label>
          <label className="report-field">
            {t('reports.lastDay')}
            <input className="input" type="date" name="lastDay" required />
          </label>
        </div>
        <SectionChoice chosen={chosen} onChange={setChosen} />
        {make.error && (
          <p className="field-error" role="alert">
            {failureText(make.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
