import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../domain/alert-counts/activity.ts'
import { DeviceFilter, GroupFilter, SiteFilter } from '../../domain/alerts/place-filters.tsx'
import { RangeFilter } from '../../domain/range-filter.tsx'
import { raisedTypeOptions, raisedTypes } from '../../domain/sensors/raised-types.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { Picker } from '../../ui/picker.tsx'

/** The filters of all cards of the page. */
export function ActivityFilterBar({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { filters, preset, range, zone, filter } = activity
  const chosen = filters.type ?? []
  const first = raisedTypes.find(({ Key }) => Key === chosen[0])
  return (
    <search className="filters scroll activity-filters" aria-label={t('activity.filters')}>
      <RangeFilter
        preset={preset}
        range={range}
        zone={zone}
        onChange={(next, custom) =>
          filter({ range: next, startTime: custom?.startTime, endTime: custom?.endTime })
        }
      />
      <Picker
        label={t('alerts.type')}
        icon={Tag}
        options={raisedTypeOptions()}
        chosen={chosen}
        onChange={(type) => filter({ type: type.length > 0 ? type : undefined })}
        allText={t('alerts.allOf', { count: raisedTypes.length })}
        chosenText={
          chosen.length === 1 && first ? alertTypeName(first) : t('alerts.count', { count: chosen.length })
        }
      />
      <DeviceFilter chosen={filters.device} onChange={(device) => filter({ device })} />
      <GroupFilter chosen={filters.group} onChange={(group) => filter({ group })} />
      {/* Only bars set it: sites are chosen in the top bar. */}
      {filters.site && <SiteFilter chosen={filters.site} onChange={(site) => filter({ site })} />}
    </search>
  )
}
