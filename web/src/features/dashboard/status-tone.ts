import type { DeviceState } from '@eot/contract/devices'
import { t } from '../../texts/i18n.ts'
import type { Level } from '../../ui/glyph.tsx'

interface Tone {
  level: Level
  /** Class of the text. */
  text: string
  /** Color of its part of the bar. */
  bar: string
}

const tones: Record<DeviceState['Status'], Tone> = {
  'ERROR OFFLINE': { level: 'critical', text: 'fg-critical', bar: 'var(--critical-fill)' },
  'ERROR ONLINE': { level: 'critical', text: 'fg-critical', bar: 'var(--critical-fill)' },
  ERROR: { level: 'critical', text: 'fg-critical', bar: 'var(--critical-fill)' },
  OFFLINE: { level: 'idle', text: 'faint', bar: 'var(--idle-fill)' },
  RESET: { level: 'caution', text: 'fg-caution', bar: 'var(--caution-fill)' },
  MIGRATING: { level: 'info', text: 'fg-info', bar: 'var(--info-fill)' },
  ONLINE: { level: 'ok', text: 'fg-ok', bar: 'var(--ok-fill)' },
}

export const statusTone = (status: DeviceState['Status']): Tone => tones[status]

type Shown = Pick<DeviceState, 'Status' | 'Unwatched'>

/** A device for which no alerts are raised is never green. */
export const stateTone = ({ Status, Unwatched }: Shown): Tone =>
  Unwatched ? { ...tones.OFFLINE, text: 'muted' } : tones[Status]

export const stateText = ({ Status, Unwatched }: Shown): string =>
  Unwatched ? `${Status}, ${t('dashboard.notWatched')}` : Status

/** Worst first: the order of the list. The bar is drawn in reverse. */
export const statusOrder = Object.keys(tones) as DeviceState['Status'][]
