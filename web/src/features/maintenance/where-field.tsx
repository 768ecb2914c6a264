import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSiteChoices } from '../../domain/use-site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import { Combobox } from '../../ui/combobox.tsx'

interface WhereFieldProps {
  /** The choices are this site, what is below it, and the groups and devices there. */
  siteId: string
  /** Such as `Device:` and its id. */
  value: string
  error: string | undefined
  onChange: (where: string) => void
}

/** Chooses what a window covers. */
export function WhereField({ siteId, ...rest }: WhereFieldProps) {
  const { t } = useTranslation()
  const query = { SiteId: siteId }
  const sites = useSiteChoices(siteId)
  const { data: foundGroups = [] } = useQuery(queryOf(groups.all, { query }))
  const { data: foundDevices = [] } = useQuery(queryOf(devices.all, { query }))
  const choice = (kind: 'Site' | 'Group' | 'Device') => (one: { Id: string; Name: string }) => ({
    value: `${kind}:${one.Id}`,
    label: one.Name,
  })
  const ofSites = sites.groups[0].items.map(({ value, label }) => ({ value: `Site:${value}`, label }))
  return (
    <Combobox
      {...rest}
      label={t('maintenance.where')}
      groups={[
        { value: 'sites', label: t('maintenance.sites'), items: ofSites },
        { value: 'groups', label: t('maintenance.groups'), items: foundGroups.map(choice('Group')) },
        { value: 'devices', label: t('maintenance.deviceList'), items: foundDevices.map(choice('Device')) },
      ].filter(({ items }) => items.length > 0)}
      searchLabel={t('maintenance.findWhere')}
      emptyText={t('maintenance.noWhere')}
      hint={t('maintenance.whereHint')}
    />
  )
}
