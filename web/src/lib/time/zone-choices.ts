import type { ComboboxGroup } from '../../ui/combobox.tsx'
import { clockTime } from './time.ts'

/** Browsers list some zones under outdated names. */
const renamed: Readonly<Record<string, string>> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** All time zones the browser knows, grouped by continent, each with its current time. */
export function zoneChoices(nowMs: number): ComboboxGroup[] {
  const groups = new Map<string, ComboboxGroup & { items: { value: string; label: string }[] }>()
  const listed = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)
  for (const zone of new Set(['UTC', ...listed.toSorted()])) {
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''
    const group = groups.get(region) ?? { value: region, label: region, items: [] }
    group.items.push({ value: zone, label: `${zone.replaceAll('_', ' ')}, ${clockTime(nowMs, zone)}` })
    groups.set(region, group)
  }
  return [...groups.values()]
}
