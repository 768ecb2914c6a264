import { type GatewayToken, sites } from '@eot/contract/sites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { agoText, fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'

const listKey = (siteId: string) => queryOf(sites.listGatewayTokens, { params: { id: siteId } }).queryKey

/** Tokens of gateways that report for the site and its sub-sites. Their secrets are never shown. */
export function GatewayTokens({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tokens = useQuery(queryOf(sites.listGatewayTokens, { params: { id: siteId } }))
  const [creating, setCreating] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: listKey(siteId) })
  return (
    <section className="card c7" aria-label={t('sites.tokens.title')}>
      <header>
        <h2>{t('sites.tokens.title')}</h2>
        <span className="note">{t('sites.tokens.note')}</span>
        <div className="end">
          <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
            {t('sites.tokens.create')}
          </Button>
        </div>
      </header>
      <Panel
        query={tokens}
        skeleton={
          <div className="body">
            <SkeletonRows rows={3} />
          </div>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <Empty icon={KeyRound} title={t('sites.tokens.empty')}>
              {t('sites.tokens.emptyText')}
            </Empty>
          ) : (
            <ul className="token-list">
              {list.map((token) => (
                <TokenRow key={token.Id} siteId={siteId} token={token} />
              ))}
            </ul>
          )
        }
      </Panel>
      {creating && (
        <CreateTokenDialog
          siteId={siteId}
          onCreated={() => void refresh()}
          onClose={() => setCreating(false)}
        />
      )}
    </section>
  )
}

function TokenRow({ siteId, token }: { siteId: string; token: GatewayToken }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const ago = (at: string) => agoText(at, Math.max(now, Date.parse(at)))
  return (
    <li>
      <span className="stack">
        <b>{token.Name}</b>
        <span className="faint">
          {t('sites.tokens.created')}{' '}
          <time title={fullTime(token.CreatedAt, zone)}>{ago(token.CreatedAt)}</time>
          {', '}
          {t('sites.tokens.lastUsed').toLowerCase()}{' '}
          {token.LastUsedAt ? (
            <time title={fullTime(token.LastUsedAt, zone)}>{ago(token.LastUsedAt)}</time>
          ) : (
            t('sites.tokens.never')
          )}
        </span>
      </span>
      <DestroyButton
        text={t('sites.tokens.revoke')}
        label={t('sites.tokens.revokeOf', { name: token.Name })}
        confirm={{
          title: t('sites.tokens.revokeTitle', { name: token.Name }),
          text: t('sites.tokens.revokeText'),
        }}
        run={() => call(sites.revokeGatewayToken, { params: { id: siteId, tokenId: token.Id } })}
        done={() => t('sites.tokens.revoked', { name: token.Name })}
        refreshes={[{ list: sites.listGatewayTokens }]}
      />
    </li>
  )
}
