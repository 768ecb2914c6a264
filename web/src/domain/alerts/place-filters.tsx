import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { Building2, Cpu, type LucideIcon, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Picker } from '../../ui/picker.tsx'

interface PlaceFilterProps {
  /** undefined: no filter. */
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** Filters alerts by their devices. Hidden from roles that do not see devices. */
export function DeviceFilter(props: PlaceFilterProps) {
  const { t } = useTranslation()
  const query = { SiteId: useCurrentSiteId() }
  const enabled = useAllowed('ViewDevices')
  const { data } = useQuery({ ...queryOf(devices.all, { query }), enabled })
  return enabled && <PlaceFilter label={t('alerts.device')} icon={Cpu} known={data} {...props} />
}

/** Filters alerts by the groups of their devices. Hidden from roles that do not see groups. */
export function GroupFilter(props: PlaceFilterProps) {
  const { t } = useTranslation()
  const query = { SiteId: useCurrentSiteId() }
  const enabled = useAllowed('ViewDeviceGroups')
  const { data } = useQuery({ ...queryOf(groups.all, { query }), enabled })
  return enabled && <PlaceFilter label={t('alerts.group')} icon={Users} known={data} {...props} />
}

/** Filters alerts by their sites, without those below them. */
export function SiteFilter(props: PlaceFilterProps) {
  const { t } = useTranslation()
  const query = { SiteId: useCurrentSiteId() }
  const { data } = useQuery(queryOf(sites.all, { query }))
  return <PlaceFilter label={t('alerts.site')} icon={Building2} known={data} {...props} />
}

interface Known {
  Id: string
  Name: string
  Site?: { Name: string } | null
}

interface PickerProps extends PlaceFilterProps {
  label: string
  icon: LucideIcon
  known: readonly Known[] | undefined
}

function PlaceFilter({ label, icon, known, chosen = [], onChange }: PickerProps) {
  const { t } = useTranslation()
  const name = known?.find(({ Id }) => Id === chosen[0])?.Name
  return (
    <Picker
      label={label}
      icon={icon}
      options={(known ?? []).map(({ Id, Name, Site }) => ({
        value: Id,
        text: Name,
        ...(Site && { detail: Site.Name }),
      }))}
      chosen={chosen}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      allText={known ? t('alerts.allOf', { count: known.length }) : t('alerts.all')}
      chosenText={chosen.length === 1 && name ? name : t('alerts.count', { count: chosen.length })}
    />
  )
}
