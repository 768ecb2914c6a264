import { webhookRequests } from '@eot/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import { ShownOnceDialog } from '../../../lib/forms/shown-once-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.ts'

/** The secret with which the receiver verifies requests, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnceDialog
      title={t('webhooks.secret.title')}
      text={t('webhooks.secret.text')}
      label={t('webhooks.secret.label')}
      secret={secret}
      done={t('action.done')}
      words={{
        title: t('webhooks.secret.leaveTitle'),
        text: t('webhooks.secret.leaveText'),
        verb: t('webhooks.secret.leave'),
      }}
      onClose={onClose}
    />
  )
}

interface ReplaceSecretProps {
  id: string
  open: boolean
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Asks before the signing secret is replaced. The previous secret stays valid for a day. */
export function ReplaceSecret({ id, open, onClose, onSecret }: ReplaceSecretProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const replace = useMutation({
    mutationFn: () => call(webhookRequests.rotateSecret, { params: { id } }),
    onSuccess: ({ SigningSecret }) => onSecret(SigningSecret),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled() {
      void refreshFeatures(queryClient, webhookRequests)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('webhooks.secret.replaceTitle')}
      text={t('webhooks.secret.replaceText')}
      verb={t('webhooks.secret.replace')}
      busy={replace.isPending}
      onConfirm={() => replace.mutate()}
    />
  )
}
