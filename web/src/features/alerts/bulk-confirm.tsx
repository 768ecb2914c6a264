import { type Alert, alerts } from '@eot/contract/alerts'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alertTitle } from '../../domain/alerts/alert-title.tsx'
import { putAlert } from '../../domain/alerts/put-alert.ts'
import { call } from '../../lib/api/api.ts'
import { BulkBar } from '../../lib/lists/bulk-bar.tsx'

interface BulkConfirmProps {
  alerts: readonly Alert[]
  onSelect: (ids: readonly string[]) => void
}

/** Confirms the selected alerts. */
export function BulkConfirm({ alerts: chosen, onSelect }: BulkConfirmProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const setConfirmed = (Confirmed: boolean) => async (alert: Alert) =>
    putAlert(queryClient, await call(alerts.update, { params: { id: alert.Id }, body: { Confirmed } }))
  return (
    <BulkBar
      rows={chosen}
      nameOf={alertTitle}
      onSelect={onSelect}
      actions={[
        {
          icon: Check,
          text: (count) => t('alerts.confirmSelected', { count }),
          applies: (alert) => !alert.Confirmed,
          run: setConfirmed(true),
          undo: setConfirmed(false),
          done: (count) => t('alerts.confirmedMany', { count }),
        },
      ]}
    />
  )
}
