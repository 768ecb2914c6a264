import { reportSchedules } from '@eot/contract/own-reports'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { Segments } from '../../ui/segments.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { LimitPicks, ReceiverPicks } from './own-report-picks.tsx'
import type { OwnReportValues } from './own-report-values.ts'
import { reportHour } from './report-hour.ts'
import { SectionChoice } from './section-choice.tsx'

interface OwnReportFieldsProps {
  form: Form<OwnReportValues>
  siteId: string
  /** Number of people who get the report as it is stored. undefined: it is new. */
  receiverCount: number | undefined
}

export function OwnReportFields({ form, siteId, receiverCount }: OwnReportFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <>
      <FormText form={form} name="Name" label={t('reports.name')} maxLength={120} autoComplete="off" />
      <SectionChoice
        chosen={values.Sections}
        onChange={(Sections) => set({ Sections })}
        error={errors.Sections}
      />
      <div className="report-choices">
        <span className="label">{t('reports.schedule')}</span>
        <Segments
          label={t('reports.schedule')}
          value={values.Schedule}
          options={reportSchedules.map((value) => ({ value, text: t(`reports.own.${value}`) }))}
          onChange={(Schedule) => set({ Schedule })}
        />
        <p className="hint">{t(`reports.own.hint.${values.Schedule}`, { at: hourName(reportHour) })}</p>
      </div>
      <ReceiverPicks
        chosen={values.Receivers}
        onChange={(Receivers) => set({ Receivers })}
        error={errors.Receivers}
        hint={
          receiverCount === undefined || form.dirty
            ? t('reports.own.receiversHint')
            : t('reports.own.receive', { count: receiverCount })
        }
      />
      <SwitchRow
        label={t('reports.own.limited')}
        hint={t('reports.own.limitedHint')}
        checked={values.IsLimited}
        onChange={(IsLimited) => set({ IsLimited })}
      />
      {values.IsLimited && (
        <LimitPicks
          siteId={siteId}
          chosen={values.Limits}
          onChange={(Limits) => set({ Limits })}
          error={errors.Limits}
        />
      )}
    </>
  )
}
