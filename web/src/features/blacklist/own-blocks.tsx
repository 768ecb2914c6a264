import './own-blocks.css'
import { blacklists, type OwnBlock } from '@eot/contract/blacklist'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, MessageSquare, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { readExpiring, writeExpiring } from '../../lib/api/expiring-storage.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** A dismissed block stays hidden for a day; a later block is shown. */
const storageKey = (block: OwnBlock) => `eot.block.${block.Type}.${block.BlockedAt}`

/** The blocked addresses of the user above every page, each with the remedy. */
export function OwnBlocks({ blocks }: { blocks: readonly OwnBlock[] }) {
  const { t } = useTranslation()
  const [putOff, setPutOff] = useState<readonly string[]>([])
  const shown = blocks.filter((block) => {
    const key = storageKey(block)
    return !putOff.includes(key) && readExpiring(localStorage, key) === undefined
  })
  if (shown.length === 0) return null
  return (
    <section className="message-banners" aria-label={t('blacklist.mine.label')}>
      {shown.map((block) => (
        <BlockMessage
          key={block.Type}
          block={block}
          onPutOff={() => {
            writeExpiring(localStorage, storageKey(block), true, 1)
            setPutOff([...putOff, storageKey(block)])
          }}
        />
      ))}
    </section>
  )
}

function BlockMessage({ block, onPutOff }: { block: OwnBlock; onPutOff: () => void }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const end = useEndBlock(block)
  const { BlockedUntil, IsEndable, Reason, Receiver, Type } = block
  const Icon = Type === 'Email' ? Mail : MessageSquare
  return (
    <div className="banner critical own-block" role="status">
      <Icon className="icon" aria-hidden="true" />
      <p className="message-text">
        <b className="strong">{t(`blacklist.mine.title.${Type}`)}</b>{' '}
        {t(`blacklist.mine.why.${Reason ?? 'Manual'}`, {
          receiver: Receiver,
          until: BlockedUntil && fullTime(BlockedUntil, zone),
        })}
      </p>
      <span className="own-block-actions">
        {Reason !== 'Stop' && Reason !== 'Manual' && (
          <Link className="btn sm" to="/account-info">
            {t(`blacklist.mine.check.${Type}`)}
          </Link>
        )}
        {IsEndable && (
          <Button size="sm" disabled={end.isPending} onClick={() => end.mutate()}>
            {t('blacklist.mine.end')}
          </Button>
        )}
        <IconButton icon={X} size="sm" label={t('blacklist.mine.later')} onClick={onPutOff} />
      </span>
    </div>
  )
}

function useEndBlock({ Receiver, Type }: OwnBlock) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(blacklists.endMine, { body: { Type } }),
    onSuccess: () => showToast(t('blacklist.mine.ended', { receiver: Receiver })),
    onError: (error) =>
      showToast(t('blacklist.mine.failed', { reason: failureText(error) }), { urgent: true }),
    onSettled: () => refreshFeatures(queryClient, blacklists),
  })
}
