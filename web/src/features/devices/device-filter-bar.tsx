import { Activity, Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import type { adminDeviceList } from './admin-device-list.ts'
import { activities, listedStatuses } from './device-filters.ts'
import type { deviceList } from './device-list.ts'

interface DeviceFilterBarProps {
  list: typeof deviceList | typeof adminDeviceList
  /** The models to choose from. */
  models: readonly { Id: string; Name: string }[]
}

export function DeviceFilterBar({ list, models }: DeviceFilterBarProps) {
  const { t } = useTranslation()
  const filtered = list as typeof deviceList // both have these filters
  return (
    <ListFilters>
      <OneFilter
        list={filtered}
        name="state"
        label={t('devices.filter.state')}
        values={activities}
        text={(state) => t(`devices.filter.${state}`)}
      />
      <SomeFilter
        list={filtered}
        name="status"
        icon={Activity}
        label={t('devices.column.status')}
        values={listedStatuses}
        text={(status) => status}
      />
      <SomeFilter
        list={filtered}
        name="model"
        icon={Cpu}
        label={t('devices.column.model')}
        values={models.map(({ Id }) => Id)}
        text={(id) => models.find(({ Id }) => Id === id)?.Name ?? t('devices.filter.unknownModel')}
      />
    </ListFilters>
  )
}
