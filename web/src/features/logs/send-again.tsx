import { type LoggedMessage, logs } from '@eot/contract/logs'
import { accessEmails, notificationEmail } from '@eot/contract/message-kinds'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** Sends an undelivered email again, or says why that is not possible. */
export function SendAgain({ mail }: { mail: LoggedMessage }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(logs.resendEmail, { params: { id: mail.Id } }),
    onSuccess() {
      showToast(t('logs.again.done'))
      // Refetch only the list, since each read of an email is audited.
      void queryClient.invalidateQueries({ queryKey: queryOf(logs.listEmails).queryKey.slice(0, 1) })
    },
    onError: (error) => showToast(t('logs.again.failed', { reason: failureText(error) }), { urgent: true }),
  })
  if (mail.Type === notificationEmail) return <p className="muted">{t('logs.again.notification')}</p>
  if (accessEmails.includes(mail.Type))
    return (
      <section>
        <p>{t('logs.again.access')}</p>
        {mail.User && (
          <Link to="/admin/users" search={{ user: mail.User.Id }} className="btn">
            {t('logs.again.user')}
          </Link>
        )}
      </section>
    )
  return (
    <section>
      <Button icon={Send} disabled={send.isPending || send.isSuccess} onClick={() => send.mutate()}>
        {t('logs.again.open')}
      </Button>
    </section>
  )
}
