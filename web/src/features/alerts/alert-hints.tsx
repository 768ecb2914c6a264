import type { Alert } from '@eot/contract/alerts'
import { hints } from '@eot/contract/hints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HintNote } from '../../domain/hints/hint-note.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'

/** By then, the server has analyzed the first minutes of an alert. */
const lookedAtAfterMs = 12 * 60_000
const refetchMs = 30_000

/** Hints from other sensors about a vape alert. They are available some minutes after it starts. */
export function AlertHints({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const isVape = alert.Type.Key === 'Vape'
  const query = { SiteId: alert.Site.Id, alertId: alert.Id }
  const lookedAtMs = Date.parse(alert.StartAt) + lookedAtAfterMs
  const { data, error, refetch } = useQuery({
    ...queryOf(hints.list, { query }),
    enabled: isVape,
    refetchInterval: ({ state }) =>
      state.data?.Items.length === 0 && Date.now() < lookedAtMs ? refetchMs : false,
  })
  const [hint] = data?.Items ?? []
  if (error)
    return (
      <section>
        <ErrorPanel text={failureText(error)} onRetry={() => void refetch()} />
      </section>
    )
  if (!data || !hint) return null
  return (
    <section>
      <h3>{t(hint.Kind === 'ProbableSteam' ? 'hints.ofSteam' : 'hints.ofAlert')}</h3>
      <HintNote hint={hint} precision={data.Precision} />
    </section>
  )
}
