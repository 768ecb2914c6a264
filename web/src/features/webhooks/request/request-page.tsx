import '../webhooks.css'
import { webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { parseRequestSearch, requestPath } from '../request-list.ts'
import { BackLink } from './back-link.tsx'
import { EditRequest, NewRequest } from './request-forms.tsx'
import { copyOf } from './request-values.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { StartRequest } from './start-request.tsx'

/** The editor of a webhook request: a new one, a copy, or one that is stored. */
export function RequestPage() {
  const { t } = useTranslation()
  const { id, copy, from } = parseRequestSearch(useSearch({ strict: false }))
  const siteId = useCurrentSiteId()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string>()
  const onCreated = (created: { Id: string; SigningSecret: string }) => {
    setSecret(created.SigningSecret)
    void navigate({ to: requestPath, search: { id: created.Id }, replace: true })
  }
  const read = id ?? copy
  return (
    <>
      {read === undefined ? (
        <StartRequest key={`${siteId} ${from}`} siteId={siteId} from={from} onCreated={onCreated} />
      ) : (
        <Stored key={read} id={read}>
          {(request) =>
            id === undefined ? (
              <NewRequest
                siteId={siteId}
                initial={copyOf(request, t('webhooks.editor.copy', { name: request.Name }))}
                onCreated={onCreated}
              />
            ) : (
              <EditRequest request={request} onSecret={setSecret} />
            )
          }
        </Stored>
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

interface StoredProps {
  id: string
  children: (request: ReadRequest) => React.ReactNode
}
type ReadRequest = Parameters<typeof copyOf>[0]

/** Shows the editor once the request has been loaded, or an error if that fails. */
function Stored({ id, children }: StoredProps) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(webhookRequests.get, { params: { id } }))
  if (query.data) return children(query.data)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <BackLink />
      <PageHead title={t('webhooks.request')} />
      <section className="card">
        {query.isError ? (
          <ErrorPanel
            text={failureText(query.error)}
            onRetry={isGone ? undefined : () => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </section>
    </>
  )
}
