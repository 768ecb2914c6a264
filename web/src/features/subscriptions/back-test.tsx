import { backTests } from '@eot/contract/back-tests'
import { useTranslation } from 'react-i18next'
import { BackTestCard } from '../../domain/back-test/back-test-card.tsx'
import { call } from '../../lib/api/api.ts'
import { bodyOf, type SubscriptionValues } from './subscription-values.ts'

interface BackTestProps {
  site: { Id: string }
  values: SubscriptionValues
}

/** Back-tests the subscription as entered in the form. */
export function SubscriptionBackTest({ site, values }: BackTestProps) {
  const { t } = useTranslation()
  const { Name, IsActive, ...answers } = bodyOf(values)
  const body = { ...answers, Site: site.Id }
  return (
    <BackTestCard
      title={t('subscriptions.editor.backTest.title')}
      asked={JSON.stringify(body)}
      run={(options) => call(backTests.run, { body }, options)}
      about={{
        before: t('subscriptions.editor.backTest.text'),
        after: t('subscriptions.editor.backTest.approximate'),
      }}
      refusal={values.Receivers.length === 0 ? t('subscriptions.editor.backTest.needsReceiver') : undefined}
    />
  )
}
