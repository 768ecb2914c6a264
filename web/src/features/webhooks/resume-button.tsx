import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** Resumes a stopped webhook request by saving it, since whoever saves it has presumably fixed it. */
export function ResumeButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const resume = useMutation({
    mutationFn: () => call(webhookRequests.update, { params: { id }, body: {} }),
    onSuccess: () => showToast(t('webhooks.stopped.resumed', { name })),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refreshFeatures(queryClient, webhookRequests, webhookEvents),
  })
  return (
    <Button
      size="sm"
      icon={Play}
      disabled={resume.isPending}
      aria-label={t('webhooks.stopped.resumeOne', { name })}
      onClick={() => resume.mutate()}
    >
      {t('webhooks.stopped.resume')}
    </Button>
  )
}
