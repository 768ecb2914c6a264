import type { ComboboxGroup } from '../ui/combobox.tsx'
import { clockTime } from './time.ts'

/** Every time zone this browser knows, by continent, each with what its clocks show now. */
export function zoneChoices(nowMs: number): ComboboxGroup[] {
  const groups = new Map<string, ComboboxGroup & { items: { value: string; label: string }[] }>()
  for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]) {
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''
    const group = groups.get(region) ?? { value: region, label: region, items: [] }
    group.items.push({ value: zone, label: `${zone.replaceAll('_', ' ')}, ${clockTime(nowMs, zone)}` })
    groups.set(region, group)
  }
  return [...groups.values()]
}
