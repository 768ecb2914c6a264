import { type MaintenanceWindow, maintenance } from '@eot/contract/maintenance'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { call } from '../../lib/api/api.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useNow } from '../../lib/time/now.ts'
import { toLocalInput } from '../../lib/time/time-range.ts'
import { typedInstant } from '../../lib/time/typed-instant.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import { t } from '../../texts/i18n.ts'
import { showToast } from '../../ui/toast.ts'
import { MaintenanceFields, type MaintenanceValues } from './maintenance-fields.tsx'
import { maintenanceList } from './maintenance-list.ts'
import { periodOf, placeName, spanText } from './maintenance-words.ts'
import { WhereField } from './where-field.tsx'

type Period = Pick<MaintenanceWindow, 'StartAt' | 'EndAt'>

const bodyOf = (
  zone: string,
  { StartAt, EndAt, Reason, TellsUrgent }: MaintenanceValues,
  before?: Period,
) => ({
  ...(StartAt !== '' && { StartAt: typedInstant(StartAt, zone, before?.StartAt) }),
  EndAt: typedInstant(EndAt, zone, before?.EndAt),
  Reason,
  TellsUrgent,
})

function targetOf(where: string) {
  const [kind, id = ''] = where.split(':')
  if (kind === 'Device') return { Device: id }
  return kind === 'Group' ? { Group: id } : { Site: id }
}

const valuesOf =
  (zone: string) =>
  (window: MaintenanceWindow): MaintenanceValues => ({
    Where: '',
    StartAt: toLocalInput(Date.parse(window.StartAt), zone),
    EndAt: toLocalInput(Date.parse(window.EndAt), zone),
    Reason: window.Reason,
    TellsUrgent: window.TellsUrgent,
  })

const formOptions = (onClose: () => void) => ({
  messages: { StartAt: t('maintenance.badTime'), EndAt: t('maintenance.badTime') },
  refreshes: [maintenance],
  onSaved(window: MaintenanceWindow) {
    showToast(t('maintenance.saved', { name: placeName(window) }))
  },
  onDone: onClose,
})

/** The form for a new window; by default for the current site, starting now. */
export function AddMaintenanceDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const siteId = useCurrentSiteId()
  const form = useBodyForm<MaintenanceValues, typeof maintenance.create>({
    ...formOptions(onClose),
    endpoint: maintenance.create,
    initial: { Where: `Site:${siteId}`, StartAt: '', EndAt: '', Reason: '', TellsUrgent: true },
    places: { site_not_found: 'Where', group_not_found: 'Where', device_not_found: 'Where' },
    request: (values) => ({ body: { ...bodyOf(zone, values), ...targetOf(values.Where) } }),
  })
  return (
    <FormDrawer
      title={t('maintenance.add')}
      form={form}
      save={t('maintenance.save')}
      saving={t('maintenance.saving')}
      onClose={onClose}
    >
      <WhereField
        siteId={siteId}
        value={form.values.Where}
        error={form.errors.Where}
        onChange={(Where) => form.set({ Where })}
      />
      <MaintenanceFields form={form} zone={zone} hasBegun={false} />
    </FormDrawer>
  )
}

interface EditMaintenanceDrawerProps {
  window: MaintenanceWindow
  onClose: () => void
}

/** Changes or extends an active or planned window, and ends or cancels it. */
export function EditMaintenanceDrawer({ window, onClose }: EditMaintenanceDrawerProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  const hasBegun = periodOf(window, now) === 'Now'
  const form = useBodyForm<MaintenanceValues, typeof maintenance.update>({
    ...formOptions(onClose),
    endpoint: maintenance.update,
    initial: valuesOf(zone)(window),
    request: (values) => ({ params: { id: window.Id }, body: bodyOf(zone, values, window) }),
    edit: {
      version: window.Version,
      values: valuesOf(zone),
      fields: {
        Where: { label: t('maintenance.where') },
        StartAt: { label: t('maintenance.from') },
        EndAt: { label: t('maintenance.until') },
        Reason: { label: t('maintenance.reasonField') },
        TellsUrgent: {
          label: t('maintenance.urgentFact'),
          text: (is) => t(is ? 'maintenance.sent' : 'maintenance.notSentThen'),
        },
      },
    },
  })
  return (
    <FormDrawer
      title={placeName(window)}
      intro={t('maintenance.intro', {
        span: spanText(window, zone, now),
        name: window.CreatedBy?.Name ?? t('maintenance.someone'),
      })}
      form={form}
      part={maintenanceList.openAs}
      save={t('maintenance.save')}
      saving={t('maintenance.saving')}
      onClose={onClose}
    >
      <MaintenanceFields form={form} zone={zone} hasBegun={hasBegun} />
      <HistorySection of={{ subject: window.Id }} />
      <StopButton window={window} hasBegun={hasBegun} onClose={onClose} />
    </FormDrawer>
  )
}

/** Ends a window that has begun, or cancels one that has not. */
function StopButton({
  window,
  hasBegun,
  onClose,
}: {
  window: MaintenanceWindow
  hasBegun: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const name = placeName(window)
  const params = { id: window.Id }
  return (
    <div>
      <DestroyButton
        text={t(hasBegun ? 'maintenance.end' : 'maintenance.cancel')}
        confirm={{
          title: t(hasBegun ? 'maintenance.endTitle' : 'maintenance.cancelTitle', { name }),
          text: t(hasBegun ? 'maintenance.endText' : 'maintenance.cancelText'),
        }}
        run={async () => {
          if (hasBegun) await call(maintenance.end, { params })
          else await call(maintenance.remove, { params })
          onClose()
        }}
        done={() => t(hasBegun ? 'maintenance.ended' : 'maintenance.canceled', { name })}
        refreshes={[maintenance]}
        {...(!hasBegun && { deletes: window.Id })}
      />
    </div>
  )
}
