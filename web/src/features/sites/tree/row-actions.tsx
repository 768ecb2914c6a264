import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, FolderInput, Power, Settings2, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { siteIdInLink } from '../../../session/current-site.ts'
import { useFeatures, useSession } from '../../../session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useSwitchSite } from './deactivate-dialog.tsx'
import type { TreeSite } from './site-tree.ts'

interface RowActionsProps {
  site: TreeSite
  /** Whether the site itself is active. */
  isActive: boolean
  onMove: () => void
  onDeactivate: () => void
  onDelete: () => void
}

/** The actions for a site. The user's own site can be changed only by administrators of a site above. */
export function RowActions({ site, isActive, onMove, onDeactivate, onDelete }: RowActionsProps) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  const navigate = useNavigate()
  const features = useFeatures('/site/sub-sites')
  const mayEdit = features.edit && site.Id !== own
  const mayDelete = features.delete && site.Id !== own
  const activate = useSwitchSite(site, true)
  const label = t('sites.tree.actionsOf', { name: site.Name })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} size="sm" label={label} />}>
      <MenuItem
        icon={Settings2}
        onClick={() => void navigate({ to: '/site', search: { siteId: siteIdInLink(site.Id, own) } })}
      >
        {t('sites.tree.openSettings')}
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={FolderInput} onClick={onMove}>
          {t('sites.move.menu')}
        </MenuItem>
      )}
      {mayEdit && (
        <MenuItem icon={Power} onClick={() => (isActive ? onDeactivate() : activate.mutate())}>
          {t(isActive ? 'sites.deactivate.menu' : 'sites.activate.menu')}
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem icon={Trash2} onClick={onDelete}>
          {t('sites.delete.menu')}
        </MenuItem>
      )}
    </Menu>
  )
}
