import { subscriptionTests, type TestReceivers } from '@eot/contract/subscription-tests'
import type { Subscription } from '@eot/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { Send, User, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'

interface SendTestProps {
  /** The stored subscription: unsaved changes are not tested. */
  subscription: Pick<Subscription, 'Id' | 'Name'>
}

/** Sends a test of a subscription to the user or, after confirmation, to all of its receivers. */
export function SendTest({ subscription: { Id: id, Name: name } }: SendTestProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const send = useMutation({
    mutationFn: (To: TestReceivers) => call(subscriptionTests.send, { params: { id }, body: { To } }),
    onSuccess({ PeopleCount: count }) {
      showToast(t(count === 0 ? 'subscriptions.test.nobody' : 'subscriptions.test.sent', { count }), {
        urgent: count === 0,
      })
    },
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={Send} disabled={send.isPending}>
            {t('subscriptions.test.send')}
          </Button>
        }
      >
        <MenuItem icon={User} onClick={() => send.mutate('Me')}>
          {t('subscriptions.test.toMe')}
        </MenuItem>
        <MenuItem icon={UsersRound} onClick={() => setAsking(true)}>
          {t('subscriptions.test.toAll')}
        </MenuItem>
      </Menu>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('subscriptions.test.title', { name })}
        text={t('subscriptions.test.text')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('action.cancel')}</Button>
            <Button variant="primary" disabled={send.isPending} onClick={() => send.mutate('Receivers')}>
              {t('subscriptions.test.verb')}
            </Button>
          </>
        }
      />
    </>
  )
}
