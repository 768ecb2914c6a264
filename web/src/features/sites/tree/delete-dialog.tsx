import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'
import { siteIdInLink, useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Consequences, useConsequences } from './consequences.tsx'

interface DeleteDialogProps {
  site: { Id: string; Name: string }
  onClose: () => void
  /** Omitted: the site is inactive already. */
  onDeactivate?: (() => void) | undefined
}

/**
 * Deletes a site with everything below it, once its name is typed. Offers to deactivate it instead. If it is the current
 * site, the page continues with the site above it.
 */
export function DeleteDialog({ site, onClose, onDeactivate }: DeleteDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const consequences = useConsequences({ action: 'Delete', siteIds: [site.Id] }, true)
  const found = consequences.data
  const current = useCurrentSiteId()
  const goToParent = useGoToParent()
  const destroy = useDestroy({
    async run() {
      await call(sites.remove, { params: { id: site.Id }, query: { Name: site.Name } })
      onClose()
      if (site.Id === current) await goToParent()
    },
    deletes: site.Id,
    done: () => t('sites.delete.done', { name: site.Name }),
    refreshes: [sites, devices, users, alerts],
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('sites.delete.title', { name: site.Name })}
      actions={
        <>
          <Button onClick={onClose}>{t('sites.delete.keep')}</Button>
          <Button
            variant="danger"
            className="filled"
            disabled={!found || typed.trim() !== site.Name || destroy.isPending}
            onClick={() => destroy.mutate(undefined, { onError: onClose })}
          >
            {found && found.Devices > 0
              ? t('sites.delete.verbDevices', {
                  sites: t('sites.tree.count', { count: found.Sites }),
                  devices: t('sites.tree.deviceCount', { count: found.Devices }),
                })
              : t('sites.delete.verb', { count: found?.Sites ?? 1 })}
          </Button>
        </>
      }
    >
      <div className="db">
        <Consequences query={consequences} action="Delete" />
        {onDeactivate && (
          <p className="hint">
            {t('sites.delete.onlyClosed')}{' '}
            <button type="button" className="link-button" onClick={onDeactivate}>
              {t('sites.delete.deactivate')}
            </button>
          </p>
        )}
        <TextField
          label={t('sites.delete.type', { name: site.Name })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

/** Opens the same page for the site above the current one. */
function useGoToParent() {
  const navigate = useNavigate()
  const own = useSession().site.siteId
  const parent = useSitePath().data?.parentSites.at(-1)?.Id ?? own
  return () =>
    navigate({
      to: '.',
      search: (known: object) => ({ ...known, siteId: siteIdInLink(parent, own) }),
      replace: true,
    })
}
