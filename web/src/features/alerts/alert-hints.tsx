import type { Alert } from '@eot/contract/alerts'
import { hints } from '@eot/contract/hints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HintNote } from '../../domain/hints/hint-note.tsx'
import { queryOf } from '../../lib/api/query.ts'

/** What other sensors say about a vape alert. They are read some minutes after it starts. */
export function AlertHints({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const isVape = alert.Type.Key === 'Vape'
  const query = { SiteId: alert.Site.Id, alertId: alert.Id }
  const { data } = useQuery({ ...queryOf(hints.list, { query }), enabled: isVape })
  const [hint] = data?.Items ?? []
  if (!isVape || !data || !hint) return null
  return (
    <section>
      <h3>{t(hint.Kind === 'ProbableSteam' ? 'hints.ofSteam' : 'hints.ofAlert')}</h3>
      <HintNote hint={hint} precision={data.Precision} />
    </section>
  )
}
