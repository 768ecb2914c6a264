import { X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SiteForm, useSiteForm } from './site-form.tsx'

interface AddSiteDrawerProps {
  siteId: string
  /** The current site's, which a new one has unless told otherwise. */
  timeZone: string
  onClose: () => void
}

export function AddSiteDrawer({ siteId, timeZone, onClose }: AddSiteDrawerProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useSiteForm({ id: siteId, timeZone }, (site) => {
    showToast(t('sites.form.added', { name: site.Name }))
    onClose()
  })
  return (
    <SideDrawer label={t('sites.form.title')} subject="new" onClose={onClose}>
      <header>
        <h2>{t('sites.form.title')}</h2>
        <span className="spacer" />
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </header>
      <SiteForm id={formId} form={form} siteId={siteId} />
      <footer>
        <Button variant="primary" type="submit" form={formId} disabled={form.busy}>
          {t(form.busy ? 'sites.form.saving' : 'sites.form.save')}
        </Button>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
      </footer>
      <LeaveGuard part="add" active={form.dirty} />
    </SideDrawer>
  )
}
