import { sites } from '@eot/contract/sites'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { showToast } from '../../ui/toast.ts'
import { SiteFields, type SiteValues } from './site-fields.tsx'

interface AddSiteDrawerProps {
  siteId: string
  /** The default for the new site: the time zone of the current one. */
  timeZone: string
  onClose: () => void
}

const empty = { Name: '', Address: '', City: '', State: '', Zip: '', Country: '' }

export function AddSiteDrawer({ siteId, timeZone, onClose }: AddSiteDrawerProps) {
  const { t } = useTranslation()
  const form = useBodyForm<SiteValues, typeof sites.create>({
    endpoint: sites.create,
    initial: { ...empty, ParentSite: siteId, TimeZone: timeZone },
    request: (body) => ({ body }),
    messages: { Name: t('sites.form.nameMissing') },
    places: { site_name_taken: 'Name', site_not_found: 'ParentSite' },
    refreshes: [sites],
    onSaved(site) {
      showToast(t('sites.form.added', { name: site.Name }))
    },
    onDone: onClose,
  })
  return (
    <FormDrawer
      title={t('sites.form.title')}
      form={form}
      save={t('sites.form.save')}
      saving={t('sites.form.saving')}
      onClose={onClose}
    >
      <SiteFields form={form} siteId={siteId} />
    </FormDrawer>
  )
}
