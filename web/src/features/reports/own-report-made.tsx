import { type OwnReport, ownReports } from '@eot/contract/own-reports'
import { reports } from '@eot/contract/reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ReportArchive } from './report-archive.tsx'

interface OwnReportMadeProps {
  report: OwnReport
  /** Something is not saved yet. */
  isChanged: boolean
  onShow: (id: string | undefined) => void
}

/** The reports made from an own report, and a button to make it now. */
export function OwnReportMade({ report, isChanged, onShow }: OwnReportMadeProps) {
  const { t } = useTranslation()
  return (
    <section className="report-own-made" aria-label={t('reports.own.made')}>
      {useAllowed('GenerateReport') && <MakeNow report={report} isChanged={isChanged} />}
      <ReportArchive siteId={report.Site.Id} ownReport={report.Id} open={undefined} onOpen={onShow} />
    </section>
  )
}

/** Not a form of its own, since the form of the drawer surrounds it. */
function MakeNow({ report, isChanged }: Pick<OwnReportMadeProps, 'report' | 'isChanged'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [Day, setDay] = useState('')
  const [LastDay, setLastDay] = useState('')
  const make = useMutation({
    mutationFn: () => call(ownReports.make, { params: { id: report.Id }, body: { Day, LastDay } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [reports.list.path] }),
  })
  return (
    <>
      <div className="pair">
        <TextField
          label={t('reports.firstDay')}
          type="date"
          value={Day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextField
          label={t('reports.lastDay')}
          type="date"
          value={LastDay}
          onChange={(event) => setLastDay(event.currentTarget.value)}
        />
      </div>
      <Button
        disabled={isChanged || make.isPending || Day === '' || LastDay === ''}
        onClick={() => make.mutate()}
      >
        {t('reports.own.makeNow')}
      </Button>
      {isChanged && <p className="hint">{t('reports.own.saveFirst')}</p>}
      {make.error && (
        <p className="err" role="alert">
          {failureText(make.error)}
        </p>
      )}
    </>
  )
}
