import { type BlacklistEntry, blacklists, blockReasonLength } from '@eot/contract/blacklist'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { BlockMark, namesOf, reasonOf } from './block-columns.tsx'

interface BlockDrawerProps {
  id: string
  known: BlacklistEntry | undefined
  onClose: () => void
}

/** An address or number: why it is blocked, since when, the remedy, and the button that unblocks it. */
export function BlockDrawer({ id, known, onClose }: BlockDrawerProps) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(blacklists.get, { params: { id } }))
  const entry = query.data ?? known
  return (
    <DetailsDrawer
      label={t('blacklist.details')}
      id={id}
      query={query}
      gone={t('blacklist.gone')}
      onClose={onClose}
      head={
        entry && (
          <div className="d-title">
            <h2>{namesOf(entry) || entry.Receiver}</h2>
            <p className="muted">{entry.Receiver}</p>
          </div>
        )
      }
    >
      {(read) => (
        <>
          <Facts entry={read} />
          <Switch entry={read} />
          <Users entry={read} />
          <HistorySection key={read.Version} of={{ subject: id }} />
        </>
      )}
    </DetailsDrawer>
  )
}

function Facts({ entry }: { entry: BlacklistEntry }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const time = (at: string | null) => at && fullTime(at, zone)
  const facts: Fact[] = [
    [t('blacklist.column.state'), <BlockMark key="state" entry={entry} />],
    [t('blacklist.column.type'), t(`blacklist.type.${entry.Type}`)],
    [t('blacklist.column.reason'), reasonOf(entry) || null],
    [t('blacklist.since'), entry.IsBlocked ? time(entry.BlockedAt) : null],
    [t('blacklist.until'), entry.IsBlocked ? (time(entry.BlockedUntil) ?? t('blacklist.noEnd')) : null],
    [t('blacklist.column.failures'), entry.Failures],
    [t('blacklist.column.lastFailure'), time(entry.LastFailureAt)],
    [t('blacklist.answer'), entry.Detail],
  ]
  return (
    <section className="block-facts">
      <FactList facts={facts} />
      {entry.IsBlocked && entry.Reason && <p className="muted">{t(`blacklist.cure.${entry.Reason}`)}</p>}
    </section>
  )
}

/** Unblocks an address, or blocks it, after confirmation. */
function Switch({ entry }: { entry: BlacklistEntry }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const verb = entry.IsBlocked ? 'unblock' : 'block'
  const change = useMutation({
    mutationFn: () =>
      call(blacklists.update, {
        params: { id: entry.Id },
        body: {
          IsBlocked: !entry.IsBlocked,
          ...(reason.trim() && { Reason: reason.trim() }),
          Version: entry.Version,
        },
      }),
    onSuccess: () => showToast(t(`blacklist.${verb}.done`)),
    onError: (error) => showToast(t('blacklist.failed', { reason: failureText(error) }), { urgent: true }),
    async onSettled() {
      await refreshFeatures(queryClient, blacklists)
      setConfirming(false)
    },
  })
  return (
    <section>
      <Button variant={entry.IsBlocked ? 'primary' : 'danger'} onClick={() => setConfirming(true)}>
        {t(`blacklist.${verb}.open`)}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => change.mutate()}
        busy={change.isPending}
        title={t(`blacklist.${verb}.title`, { receiver: entry.Receiver })}
        text={t(`blacklist.${verb}.text`)}
        verb={t(`blacklist.${verb}.open`)}
      >
        <TextField
          label={t('blacklist.why')}
          hint={t('blacklist.whyHint')}
          maxLength={blockReasonLength}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </section>
  )
}

function Users({ entry: { Users: users } }: { entry: BlacklistEntry }) {
  const { t } = useTranslation()
  if (users.length === 0) return null
  return (
    <section>
      <h3>{t('blacklist.users')}</h3>
      <ul className="block-users">
        {users.map(({ Id, Name }) => (
          <li key={Id}>
            <Link to="/admin/users" search={{ user: Id }}>
              {Name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
