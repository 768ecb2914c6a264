import { type Alert, alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { failureText } from '../../lib/failure-text.ts'
import { Allowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Ends what is open at the device, for those who may, after saying what follows. */
export function EndAlerts({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => call(devices.endAlerts, { params: { id: alert.Device.Id } }),
    onSuccess: async ({ Ended }) => {
      setAsking(false)
      showToast(t('alerts.ended', { count: Ended }))
      await queryClient.invalidateQueries({ queryKey: [alerts.list.path] })
      await queryClient.invalidateQueries({ queryKey: [alerts.get.path] })
    },
    onError: (error) => {
      setAsking(false)
      showToast(t('alerts.notEnded', { reason: failureText(error) }), { urgent: true })
    },
  })
  return (
    <Allowed to="EndAlerts">
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t('alerts.end')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('alerts.endTitle', { device: alert.Device.Name })}
        text={t('alerts.endText')}
        verb={t('alerts.endVerb')}
        onConfirm={() => end.mutate()}
        busy={end.isPending}
      />
    </Allowed>
  )
}
