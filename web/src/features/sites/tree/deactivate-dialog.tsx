import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Consequences, useConsequences } from './consequences.tsx'

interface DeactivateDialogProps {
  site: { Id: string; Name: string }
  onClose: () => void
}

/** Deactivates a site. First shows what stops, and offers to undo it afterwards. */
export function DeactivateDialog({ site, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation()
  const consequences = useConsequences({ action: 'Deactivate', siteIds: [site.Id] }, true)
  const deactivate = useSwitchSite(site, false)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('sites.deactivate.title', { name: site.Name })}
      text={t('sites.deactivate.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="danger"
            className="filled"
            disabled={consequences.isPending || deactivate.isPending}
            onClick={() => deactivate.mutate(undefined, { onSettled: onClose })}
          >
            {t('sites.deactivate.verb')}
          </Button>
        </>
      }
    >
      <div className="db">
        <Consequences query={consequences} action="Deactivate" />
      </div>
    </Dialog>
  )
}

/** Activates or deactivates a site, and offers to undo it. */
export function useSwitchSite(site: { Id: string; Name: string }, IsActive: boolean) {
  const { t } = useTranslation()
  const put = (to: boolean) => call(sites.update, { params: { id: site.Id }, body: { IsActive: to } })
  return useDestroy({
    run: () => put(IsActive),
    done: () => t(IsActive ? 'sites.activate.done' : 'sites.deactivate.done', { name: site.Name }),
    undo: () => put(!IsActive),
    refreshes: [sites, devices, alerts],
  })
}
