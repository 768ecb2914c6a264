import type { DeviceState } from '@eot/contract/devices'
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

/** Worst first: the order of the list. The bar is drawn in reverse. */
export const statusOrder = Object.keys(tones) as DeviceState['Status'][]
