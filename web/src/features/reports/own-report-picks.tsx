import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Boxes, Cpu, User, UsersRound } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../domain/terms/load-failure.tsx'
import { type Candidates, candidates, mostFound, useTargets } from '../../domain/terms/use-candidates.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { PickBox } from '../../ui/pick-box.tsx'
import type { Limit, Picked, Receiver } from './own-report-values.ts'

const marks = {
  user: <User className="icon icon-sm" aria-hidden="true" />,
  list: <UsersRound className="icon icon-sm" aria-hidden="true" />,
  device: <Cpu className="icon icon-sm" aria-hidden="true" />,
  group: <Boxes className="icon icon-sm" aria-hidden="true" />,
}
type Kind = keyof typeof marks

interface PicksProps<K extends Kind> {
  chosen: readonly Picked<K>[]
  onChange: (chosen: Picked<K>[]) => void
  error: string | undefined
  hint?: ReactNode
}

/** People and lists of all sites that the user sees: those above the report's site may read it too. */
export function ReceiverPicks(props: PicksProps<Receiver['kind']>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const query = { search: asked || undefined, PageSize: mostFound, IsActive: true }
  const seesPeople = useAllowed('ViewUsers')
  const seesLists = useAllowed('ViewUserLists')
  const options = { placeholderData: keepPreviousData }
  const people = useQuery({ ...queryOf(users.list, { query }), ...options, enabled: seesPeople })
  const named = useQuery({ ...queryOf(lists.list, { query }), ...options, enabled: seesLists })
  const found = candidates<Receiver>(
    [...(seesPeople ? [people] : []), ...(seesLists ? [named] : [])],
    () => [
      ...(named.data?.Items ?? []).map(({ Id, Name, UserCount: count }) => ({
        kind: 'list' as const,
        Id,
        Name,
        detail: t('reports.own.people', { count }),
      })),
      ...(people.data?.Items ?? []).map(({ Id, FullName, Site }) => ({
        kind: 'user' as const,
        Id,
        Name: FullName,
        detail: Site.Name,
      })),
    ],
    (people.data?.Total ?? 0) + (named.data?.Total ?? 0),
  )
  return (
    <Picks
      {...props}
      label={t('reports.own.receivers')}
      placeholder={t('reports.own.findReceiver')}
      kinds={[
        { kind: 'list', name: t('reports.own.kind.list') },
        { kind: 'user', name: t('reports.own.kind.user') },
      ]}
      found={found}
      search={search}
      onSearch={setSearch}
    />
  )
}

/** Devices and device groups of a site and its sub-sites. */
export function LimitPicks({ siteId, ...props }: PicksProps<Limit['kind']> & { siteId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const groups = useTargets('groups', siteId, asked)
  const devices = useTargets('devices', siteId, asked)
  const found: Candidates<Limit> = {
    found: groups.found &&
      devices.found && [
        ...groups.found.map(({ Id, Name, detail }) => ({ kind: 'group' as const, Id, Name, detail })),
        ...devices.found.map(({ Id, Name, detail }) => ({ kind: 'device' as const, Id, Name, detail })),
      ],
    more: groups.more + devices.more,
    failed: groups.failed ?? devices.failed,
    retry() {
      groups.retry()
      devices.retry()
    },
  }
  return (
    <Picks
      {...props}
      label={t('reports.own.limits')}
      placeholder={t('reports.own.findLimit')}
      kinds={[
        { kind: 'group', name: t('reports.own.kind.group') },
        { kind: 'device', name: t('reports.own.kind.device') },
      ]}
      found={found}
      search={search}
      onSearch={setSearch}
    />
  )
}

interface AnyPicksProps<K extends Kind> extends PicksProps<K> {
  label: string
  placeholder: string
  kinds: readonly { kind: K; name: string }[]
  found: Candidates<Picked<K>>
  search: string
  onSearch: (search: string) => void
}

const keyOf = ({ kind, Id }: Picked<Kind>) => `${kind} ${Id}`

function Picks<K extends Kind>(props: AnyPicksProps<K>) {
  const { label, placeholder, kinds, found, search, onSearch, chosen, onChange, error, hint } = props
  const { t } = useTranslation()
  const known = new Map([...chosen, ...(found.found ?? [])].map((one) => [keyOf(one), one]))
  return (
    <>
      <PickBox
        label={label}
        placeholder={placeholder}
        search={search}
        onSearch={onSearch}
        groups={
          found.found &&
          kinds
            .map(({ kind, name }) => ({
              value: kind,
              label: name,
              items: (found.found ?? [])
                .filter((one) => one.kind === kind)
                .map((one) => ({ value: keyOf(one), label: one.Name, note: one.detail, mark: marks[kind] })),
            }))
            .filter(({ items }) => items.length > 0)
        }
        more={found.more}
        chosen={chosen.map((one) => ({ value: keyOf(one), label: one.Name, mark: marks[one.kind] }))}
        onChange={(picks) =>
          onChange(
            picks
              .flatMap(({ value }) => known.get(value) ?? [])
              .map(({ kind, Id, Name }) => ({ kind, Id, Name })),
          )
        }
        emptyText={t('reports.own.noMatch')}
        hint={hint}
        error={error}
      />
      <LoadFailure failed={found.failed} onRetry={found.retry} />
    </>
  )
}
