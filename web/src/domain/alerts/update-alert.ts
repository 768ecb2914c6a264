import { type Alert, alerts } from '@eot/contract/alerts'
import { notifications } from '@eot/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { invalidate } from '../../lib/api/cached.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { onAlertMessage } from '../../lib/live/live.ts'
import { useSession } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { showToast } from '../../ui/toast.ts'
import { type AlertChange, withChange } from './alert-change.ts'
import { putAlert } from './put-alert.ts'

/**
 * Confirms an alert, undoes that, or changes its comment or disposition. Shown at once; reverted if the server
 * refuses.
 */
export function useUpdateAlert() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const me = { Id: user.Id, Name: user.FullName }

  const mutation = useMutation({
    // Sequential, so that an undo never arrives before the change it undoes.
    scope: { id: 'review of alerts' },
    mutationFn: ({ alert, change }: Update) =>
      call(alerts.update, { params: { id: alert.Id }, body: change }),
    onMutate({ alert, change }) {
      putAlert(queryClient, withChange(alert, change, me))
      return watchAlert(alert.Id)
    },
    // Handled here rather than per call: the caller may be unmounted before the response arrives, or may have sent another
    // change, which replaces the handlers of calls.
    onSuccess: (answer, { alert, change, onSaved }, watch) => {
      show(answer, watch)
      onSaved?.(answer)
      if (change.Confirmed && !alert.Confirmed) sayConfirmed(answer, alert, change)
    },
    onSettled: (_answer, _error, _update, watch) => {
      watch?.stop()
      return refreshFeatures(queryClient, notifications)
    },
    onError: (error, { alert }, watch) => {
      show(currentOf(error) ?? alert, watch)
      showToast(t('alerts.notSaved', { reason: failureText(error) }), { urgent: true })
    },
  })

  /** Shows the alert, or what the server has now if a live message has overtaken the response, which may then be outdated. */
  function show(alert: Alert, watch: ReturnType<typeof watchAlert> | undefined) {
    if (watch?.isOvertaken) void invalidate(queryClient, { queryKey: [alerts.get.path] })
    else putAlert(queryClient, alert)
  }

  function sayConfirmed(confirmed: Alert, before: Alert, change: AlertChange) {
    const undo: AlertChange = {
      Confirmed: false,
      ...(change.Disposition === undefined ? {} : { Disposition: before.Disposition }),
      ...(change.Comment === undefined ? {} : { Comment: before.Comment, FormerComment: confirmed.Comment }),
    }
    showToast(t('alerts.confirmedToast', { device: before.Device.Name }), {
      undo: () => mutation.mutate({ alert: confirmed, change: undo }),
    })
  }

  return {
    confirm: (alert: Alert, note: Omit<AlertChange, 'Confirmed'> = {}, onSaved?: OnSaved) =>
      mutation.mutate({ alert, change: { ...note, Confirmed: true }, onSaved }),
    update: (alert: Alert, change: AlertChange, onSaved?: OnSaved) =>
      mutation.mutate({ alert, change, onSaved }),
    isPending: mutation.isPending,
  }
}

type OnSaved = (saved: Alert) => void

interface Update {
  alert: Alert
  change: AlertChange
  onSaved?: OnSaved | undefined
}

/** Watches for live messages about an alert. */
function watchAlert(id: string) {
  const watch = {
    isOvertaken: false,
    stop: onAlertMessage((message) => {
      watch.isOvertaken ||= message.Alert.Id === id
    }),
  }
  return watch
}

/** Returns the current alert if the server refused a change because somebody else had changed the alert first. */
const currentOf = (error: Error): Alert | undefined =>
  error instanceof ApiError ? (error.conflict?.Current as Alert | undefined) : undefined // as its GET endpoint returns it
