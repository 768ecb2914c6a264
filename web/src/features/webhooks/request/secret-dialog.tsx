import { webhookRequests } from '@eot/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.ts'

/** The secret with which the receiver verifies requests, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('webhooks.secret.title')}
      text={t('webhooks.secret.text')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('action.done')}
        </Button>
      }
    >
      <CopyField label={t('webhooks.secret.label')} value={secret} />
    </Dialog>
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
