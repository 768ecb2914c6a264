import { type OwnReport, ownReports } from '@eot/contract/own-reports'
import { reports } from '@eot/contract/reports'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { call } from '../../lib/api/api.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { t } from '../../texts/i18n.ts'
import { sectionNames } from './own-report-columns.tsx'
import { OwnReportFields } from './own-report-fields.tsx'
import { ownReportList } from './own-report-list.ts'
import { OwnReportMade } from './own-report-made.tsx'
import { bodyOf, newValues, type OwnReportValues, pickNames, valuesOf } from './own-report-values.ts'

const formOptions = (onClose: () => void) => ({
  refreshes: [ownReports],
  places: {
    own_report_name_taken: 'Name',
    device_not_found: 'Limits',
    group_not_found: 'Limits',
    Devices: 'Limits',
    Groups: 'Limits',
    user_not_found: 'Receivers',
    list_not_found: 'Receivers',
  } as const,
  onDone: onClose,
})

/** The form for a new report of the current site. */
export function AddOwnReportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const form = useBodyForm<OwnReportValues, typeof ownReports.create>({
    ...formOptions(onClose),
    endpoint: ownReports.create,
    initial: newValues,
    request: (values) => ({ body: { ...bodyOf(values), Site: siteId } }),
  })
  return (
    <FormDrawer
      title={t('reports.own.add')}
      form={form}
      save={t('reports.own.save')}
      saving={t('reports.own.saving')}
      onClose={onClose}
    >
      <OwnReportFields form={form} siteId={siteId} receiverCount={undefined} />
    </FormDrawer>
  )
}

interface EditOwnReportDrawerProps {
  report: OwnReport
  onClose: () => void
  /** Opens a report that has been made. */
  onShow: (id: string | undefined) => void
}

/** Changes or deletes a report, and makes it now. */
export function EditOwnReportDrawer({ report, onClose, onShow }: EditOwnReportDrawerProps) {
  const { t } = useTranslation()
  const params = { id: report.Id }
  const form = useBodyForm<OwnReportValues, typeof ownReports.update>({
    ...formOptions(onClose),
    endpoint: ownReports.update,
    initial: valuesOf(report),
    request: (values) => ({ params, body: bodyOf(values) }),
    edit: { version: report.Version, values: valuesOf, fields: fieldWords() },
  })
  return (
    <FormDrawer
      title={report.Name}
      intro={t('reports.own.intro', {
        site: report.Site.Name,
        name: report.CreatedBy?.Name ?? t('reports.own.someone'),
      })}
      form={form}
      part={ownReportList.openAs}
      save={t('reports.own.save')}
      saving={t('reports.own.saving')}
      onClose={onClose}
    >
      <OwnReportFields form={form} siteId={report.Site.Id} receiverCount={report.ReceiverCount} />
      <OwnReportMade report={report} isChanged={form.dirty} onShow={onShow} />
      <HistorySection of={{ subject: report.Id }} />
      <div>
        <DestroyButton
          text={t('reports.own.delete')}
          confirm={{
            title: t('reports.own.deleteTitle', { name: report.Name }),
            text: t('reports.own.deleteText'),
          }}
          run={async () => {
            await call(ownReports.remove, { params })
            onClose()
          }}
          done={() => t('reports.own.deleted', { name: report.Name })}
          refreshes={[ownReports, reports]}
          deletes={report.Id}
        />
      </div>
    </FormDrawer>
  )
}

const fieldWords = () => ({
  Name: { label: t('reports.name') },
  Sections: { label: t('reports.sections'), text: sectionNames },
  Schedule: {
    label: t('reports.schedule'),
    text: (schedule: OwnReportValues['Schedule']) => t(`reports.own.${schedule}`),
  },
  IsLimited: {
    label: t('reports.own.devices'),
    text: (is: boolean) => t(is ? 'reports.own.chosen' : 'reports.own.all'),
  },
  Limits: { label: t('reports.own.limits'), text: pickNames },
  Receivers: { label: t('reports.own.receivers'), text: pickNames },
})
