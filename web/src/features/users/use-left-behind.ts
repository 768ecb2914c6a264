import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'

const namedAtMost = 5

/** Returns sentences that name the subscriptions and lists that reach only these users, if the reader may see them. */
export function useLeftBehind(userIds: readonly string[]): string[] {
  const { t } = useTranslation()
  const query = { onlyReceiver: [...userIds], PageSize: namedAtMost }
  const told = useQuery({
    ...queryOf(subscriptions.list, { query }),
    enabled: useAllowed('ViewSubscriptions'),
  }).data
  const listed = useQuery({ ...queryOf(lists.list, { query }), enabled: useAllowed('ViewUserLists') }).data
  const sentence = (what: 'subscriptions' | 'lists', found: typeof told | typeof listed) => {
    if (!found?.Items || found.Total === 0) return []
    const names = found.Items.map(({ Name }) => Name).join(', ')
    return [
      t(`users.left.${what}`, {
        count: found.Total,
        names: found.Total > namedAtMost ? `${names} …` : names,
      }),
    ]
  }
  return [...sentence('subscriptions', told), ...sentence('lists', listed)]
}
