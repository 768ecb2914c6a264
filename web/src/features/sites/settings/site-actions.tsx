import type { Site } from '@eot/contract/site-fields'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, Power } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../lib/api/query.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeactivateDialog, useSwitchSite } from '../tree/deactivate-dialog.tsx'
import { DeleteDialog } from '../tree/delete-dialog.tsx'
import { MoveDialog } from '../tree/move-dialog.tsx'
import { siteTree } from '../tree/site-tree.ts'

/** Moves a site below the user's own, or switches it off and on. */
export function SiteActions({ site }: { site: Site }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'move' | 'deactivate' | 'delete'>()
  const tree = useQuery({ ...queryOf(sites.tree, { query: {} }), enabled: open === 'move' })
  const activate = useSwitchSite(site, true)
  const mayDelete = useFeatures('/site/sub-sites').delete
  const close = () => setOpen(undefined)
  return (
    <>
      <Button icon={FolderInput} onClick={() => setOpen('move')}>
        {t('sites.move.menu')}
      </Button>
      {site.IsActive ? (
        <Button icon={Power} onClick={() => setOpen('deactivate')}>
          {t('sites.deactivate.menu')}
        </Button>
      ) : (
        <Button icon={Power} disabled={activate.isPending} onClick={() => activate.mutate()}>
          {t('sites.activate.menu')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="danger" onClick={() => setOpen('delete')}>
          {t('sites.delete.menu')}
        </Button>
      )}
      {open === 'delete' && (
        <DeleteDialog
          site={site}
          onClose={close}
          onDeactivate={site.IsActive ? () => setOpen('deactivate') : undefined}
        />
      )}
      {open === 'move' && tree.data && (
        <MoveDialog tree={siteTree(tree.data)} siteIds={new Set([site.Id])} onClose={close} onMoved={close} />
      )}
      {open === 'deactivate' && <DeactivateDialog site={site} onClose={close} />}
    </>
  )
}
