import { paperSizes, type ReportSettings, reportDeliveries, reports } from '@eot/contract/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { dateFormat } from '../../texts/date-format.ts'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { showToast } from '../../ui/toast.ts'
import { reportHour } from './report-hour.ts'

/** Whether and when the report is made automatically, and how it is sent. */
export function ReportSchedule({ siteId, type }: { siteId: string; type: 'Pdf-Weekly' | 'Pdf-Monthly' }) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(reports.settings, { params: { id: siteId } }))
  return (
    <section className="card">
      <header>
        <h2>{t('reports.schedule')}</h2>
      </header>
      <div className="body">
        <Panel query={query} skeleton={<Skeleton height={150} />}>
          {(settings) => <Settings settings={settings} siteId={siteId} type={type} />}
        </Panel>
      </div>
    </section>
  )
}

interface SettingsProps {
  settings: ReportSettings
  siteId: string
  type: 'Pdf-Weekly' | 'Pdf-Monthly'
}

function Settings({ settings, siteId, type }: SettingsProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const queryClient = useQueryClient()
  const mayChange = useAllowed('GenerateReport')
  const change = useMutation({
    mutationFn: (body: Partial<Pick<ReportSettings, 'Weekly' | 'Monthly' | 'Delivery' | 'Paper'>>) =>
      call(reports.changeSettings, { params: { id: siteId }, body }),
    onSuccess: (saved) =>
      queryClient.setQueryData(queryOf(reports.settings, { params: { id: siteId } }).queryKey, saved),
    onError: (error) => showToast(failureText(error), { urgent: true }),
  })
  const isWeekly = type === 'Pdf-Weekly'
  const [isOn, receivers, next] = isWeekly
    ? [settings.Weekly, settings.WeeklyReceivers, settings.NextWeekly]
    : [settings.Monthly, settings.MonthlyReceivers, settings.NextMonthly]
  const at = dateFormat(zone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(next))
  return (
    <>
      <SwitchRow
        label={t(isWeekly ? 'reports.everyMonday' : 'reports.everyMonth', { at: hourName(reportHour) })}
        hint={isOn ? receivers > 0 && t('reports.next', { at }) : t('reports.off')}
        checked={isOn}
        disabled={!mayChange}
        onChange={(on) => change.mutate(isWeekly ? { Weekly: on } : { Monthly: on })}
      />
      <p className="report-say">{t('reports.receivers', { count: receivers })}</p>
      {mayChange && (
        <div className="report-choices">
          <Segments
            label={t('reports.delivery')}
            value={settings.Delivery}
            options={reportDeliveries.map((value) => ({ value, text: t(`reports.${value}`) }))}
            onChange={(Delivery) => change.mutate({ Delivery })}
            small
          />
          <Segments
            label={t('reports.paper')}
            value={settings.Paper}
            options={paperSizes.map((value) => ({ value, text: value }))}
            onChange={(Paper) => change.mutate({ Paper })}
            small
          />
        </div>
      )}
    </>
  )
}
