import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import type { Site } from '@eot/contract/site-fields'
import { sites } from '@eot/contract/sites'
import { Power, PowerOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import type { BulkAction, BulkDialogProps } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { siteList } from './site-list.ts'
import { Consequences, useConsequences } from './tree/consequences.tsx'

const setActive = (IsActive: boolean) => (site: Site) =>
  call(sites.update, { params: { id: site.Id }, body: { IsActive } })

/** Selection of sub-sites, for users who may change them. */
export function useSiteSelection() {
  const { t } = useTranslation()
  const mayEdit = useFeatures(siteList.path).edit
  if (!mayEdit) return undefined
  const actions: BulkAction<Site>[] = [
    {
      icon: Power,
      text: (count) => t('sites.bulk.activate', { count }),
      applies: ({ IsActive }) => !IsActive,
      run: setActive(true),
      undo: setActive(false),
      done: (count) => t('sites.bulk.activated', { count }),
    },
    {
      icon: PowerOff,
      text: (count) => t('sites.bulk.deactivate', { count }),
      applies: ({ IsActive }) => IsActive,
      dialog: (props) => <DeactivateSitesDialog {...props} />,
    },
  ]
  return bulkSelection({ nameOf: ({ Name }: Site) => Name, actions, refreshes: [sites, devices, alerts] })
}

/** Shows what stops at the sites and below them, before they are deactivated. */
function DeactivateSitesDialog({ rows, onClose, onStart }: BulkDialogProps<Site>) {
  const { t } = useTranslation()
  const count = rows.length
  const siteIds = rows.map(({ Id }) => Id)
  const consequences = useConsequences({ action: 'Deactivate', siteIds }, true)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('sites.bulk.deactivateTitle', { count })}
      text={rows.map(({ Name }) => Name).join(', ')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="danger"
            className="filled"
            disabled={consequences.isPending}
            onClick={() =>
              onStart({
                run: setActive(false),
                undo: setActive(true),
                done: (done) => t('sites.bulk.deactivated', { count: done }),
              })
            }
          >
            {t('sites.bulk.deactivateVerb', { count })}
          </Button>
        </>
      }
    >
      <div className="db">
        <Consequences query={consequences} action="Deactivate" count={count} />
      </div>
    </Dialog>
  )
}
