import { type Alert, alerts } from '@eot/contract/alerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { putAlert } from '../../domain/alerts/put-alert.ts'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Actions for the selected rows. */
export function BulkBar({ alerts: chosen, onDone }: { alerts: readonly Alert[]; onDone: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const open = chosen.filter((alert) => !alert.Confirmed)

  /** Saves one alert after the other. If one fails, those before it stay saved. */
  async function setConfirmed(which: readonly Alert[], confirmed: boolean): Promise<Alert[]> {
    const done: Alert[] = []
    try {
      for (const alert of which) {
        const answer = await call(alerts.update, {
          params: { id: alert.Id },
          body: { Confirmed: confirmed },
        })
        putAlert(queryClient, answer)
        done.push(answer)
      }
      return done
    } catch (error) {
      const part = { done: done.length, count: which.length, reason: failureText(error) }
      showToast(t('alerts.confirmedSome', part), { urgent: true })
      throw error
    }
  }

  const confirm = useMutation({
    mutationFn: () => setConfirmed(open, true),
    onSuccess: (done) => {
      onDone()
      showToast(t('alerts.confirmedMany', { count: done.length }), {
        undo: () => void setConfirmed(done, false).catch(() => undefined), // setConfirmed has already reported the error
      })
    },
  })

  if (chosen.length === 0) return null
  return (
    <div className="savebar bulk">
      <span>{t('list.selected', { count: chosen.length })}</span>
      <span className="spacer" />
      <Button icon={X} onClick={onDone}>
        {t('action.clear')}
      </Button>
      <Button
        variant="primary"
        icon={Check}
        disabled={confirm.isPending || open.length === 0}
        onClick={() => confirm.mutate()}
      >
        {t('alerts.confirmSelected', { count: open.length })}
      </Button>
    </div>
  )
}
