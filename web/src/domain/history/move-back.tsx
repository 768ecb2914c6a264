import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import type { UndoableMove } from './undoable-move.ts'

/** Undoes a move. Renders nothing for users who may not move such records. */
export function MoveBack({ move: { kind, id, site } }: { move: UndoableMove }) {
  const { t } = useTranslation()
  const mayMove = useAllowed(kind === 'site' ? 'EditSubSites' : 'EditDevices')
  const back = useDestroy<unknown>({
    run: () =>
      kind === 'site'
        ? call(sites.move, { body: { SiteIds: [id], ParentSite: site.Id } })
        : call(devices.update, { params: { id }, body: { SiteId: site.Id } }),
    done: () => t('history.movedBack', { site: site.Name }),
    refreshes: [sites, devices, alerts, audit],
  })
  if (!mayMove) return null
  return (
    <Button size="sm" disabled={back.isPending} onClick={() => back.mutate()}>
      {t('history.moveBack', { site: site.Name })}
    </Button>
  )
}
