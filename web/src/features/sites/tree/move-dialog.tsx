import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Consequences, useConsequences } from './consequences.tsx'
import { pathTo, type SiteTree, type TreeSite, topmost } from './site-tree.ts'

interface MoveDialogProps {
  tree: SiteTree
  siteIds: ReadonlySet<string>
  onClose: () => void
  onMoved: () => void
}

/** Moves sites to another parent. First shows what that affects, and offers to undo it afterwards. */
export function MoveDialog({ tree, siteIds, onClose, onMoved }: MoveDialogProps) {
  const { t } = useTranslation()
  const [parent, setParent] = useState<string | null>(null)
  const moving = topmost(tree, siteIds)
  const ids = moving.map(({ Id }) => Id)
  const consequences = useConsequences(
    { action: 'Move', siteIds: ids, parentSite: parent ?? undefined },
    parent !== null,
  )
  const name = tree.byId.get(parent ?? '')?.Name ?? ''
  const move = useDestroy({
    run: () => call(sites.move, { body: { SiteIds: ids, ParentSite: parent ?? '' } }),
    done: ({ From, EndedAlerts }) =>
      [
        t('sites.move.done', { count: From.length, name }),
        EndedAlerts > 0 ? t('sites.move.ended', { count: EndedAlerts }) : '',
      ].join(' '),
    undo: ({ From }) => moveBack(From),
    undoForMs: 10 * 60_000,
    refreshes: [sites, devices, alerts],
  })
  const title = t('sites.move.title', { count: moving.length, name: moving[0]?.Name ?? '' })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      text={moving.length > 1 && moving.map(({ Name }) => Name).join(', ')}
      actions={
        <>
          <span className="hint">{t('sites.move.canUndo')}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={parent === null || consequences.isPending || move.isPending}
            onClick={() => move.mutate(undefined, { onSuccess: onMoved, onSettled: onClose })}
          >
            {t('sites.move.verb', { count: moving.length })}
          </Button>
        </>
      }
    >
      <div className="db">
        <Combobox
          label={t('sites.move.parent')}
          groups={[{ value: 'sites', label: '', items: parentChoices(tree, moving) }]}
          value={parent}
          onChange={setParent}
          searchLabel={t('shell.findSite')}
          emptyText={t('shell.noSite')}
          placeholder={t('sites.move.choose')}
          hint={t('sites.move.hint')}
        />
        {parent !== null && <Consequences query={consequences} action="Move" />}
      </div>
    </Dialog>
  )
}

/** Returns every site that is not moving itself, without parents that would change nothing. */
function parentChoices(tree: SiteTree, moving: readonly TreeSite[]) {
  const isMoving = new Set(moving.map(({ Id }) => Id))
  const only = new Set(moving.map(({ ParentSite }) => ParentSite))
  return tree.sites.flatMap((site) => {
    const path = pathTo(tree, site)
    if (path.some(({ Id }) => isMoving.has(Id)) || (only.size === 1 && only.has(site.Id))) return []
    return [{ value: site.Id, label: path.map(({ Name }) => Name).join(' / ') }]
  })
}

async function moveBack(from: readonly { SiteId: string; ParentSite: string }[]): Promise<void> {
  for (const [ParentSite, group] of Map.groupBy(from, (one) => one.ParentSite))
    await call(sites.move, { body: { SiteIds: group.map(({ SiteId }) => SiteId), ParentSite } })
}
