import {
  Activity,
  AudioLines,
  CalendarDays,
  Cigarette,
  CloudFog,
  Droplets,
  FileText,
  Footprints,
  Grid3x3,
  Leaf,
  Lightbulb,
  type LucideIcon,
  ShieldAlert,
  Siren,
  TestTube,
  Thermometer,
  Volume2,
  WifiOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { IconChip } from '../../ui/icon-chip.tsx'
import { formulaParts, sensorName } from './sensor-names.ts'

interface Look {
  /** CSS color of the kind. Used only for data of that kind. */
  color: string
  /** Gases show their formula instead of an icon. */
  mark: LucideIcon | ReactNode
}

const formula = (before: string, digit?: string) => (
  <span>
    {before}
    {digit && <sub>{digit}</sub>}
  </span>
)

const looks: Record<string, Look> = {
  vape: { color: 'var(--k-vape)', mark: Cigarette },
  sound: { color: 'var(--k-sound)', mark: AudioLines },
  aggression: { color: 'var(--k-aggression)', mark: Siren },
  noise: { color: 'var(--k-noise)', mark: Volume2 },
  temperature: { color: 'var(--k-temperature)', mark: Thermometer },
  tamper: { color: 'var(--k-tamper)', mark: ShieldAlert },
  humidity: { color: 'var(--k-humidity)', mark: Droplets },
  light: { color: 'var(--k-light)', mark: Lightbulb },
  motion: { color: 'var(--k-motion)', mark: Footprints },
  CO: { color: 'var(--k-co)', mark: formula('CO') },
  ECO2: { color: 'var(--k-eco2)', mark: formula('CO', '2') },
  NH3: { color: 'var(--k-nh3)', mark: formula('NH', '3') },
  NO2: { color: 'var(--k-no2)', mark: formula('NO', '2') },
  gas: { color: 'var(--k-gas)', mark: CloudFog },
  IAQ: { color: 'var(--k-iaq)', mark: Leaf },
  particulate: { color: 'var(--k-particulate)', mark: formula('PM') },
  TVOC: { color: 'var(--k-tvoc)', mark: TestTube },
}

/** Alert types without a sensor kind. */
const otherLooks: Record<string, Look> = {
  Offline: { color: 'var(--text-2)', mark: WifiOff },
  'Pdf-Monthly': { color: 'var(--text-2)', mark: FileText },
  'Pdf-Weekly': { color: 'var(--text-2)', mark: CalendarDays },
  'Heatmap-Alerts': { color: 'var(--text-2)', mark: Grid3x3 },
}

const general: Look = { color: 'var(--text-2)', mark: Activity }

/** Color and mark of a sensor kind, by its key in the API. */
export function sensorLook(sensor: string): Look {
  return looks[sensor] ?? general
}

/** Color and mark of an alert type: those of its sensor, or neutral. */
export function alertLook(typeKey: string, sensor: string | null): Look {
  return (sensor ? looks[sensor] : undefined) ?? otherLooks[typeKey] ?? general
}

/** The icon of a sensor beside its name. Hidden from screen readers. */
export function SensorChip({ sensor }: { sensor: string }) {
  const look = sensorLook(sensor)
  return <IconChip color={look.color} mark={look.mark} />
}

export function AlertTypeChip({ typeKey, sensor }: { typeKey: string; sensor: string | null }) {
  const look = alertLook(typeKey, sensor)
  return <IconChip color={look.color} mark={look.mark} />
}

/** The name, with subscripts in formulas. */
export function SensorName({ sensor }: { sensor: string }) {
  return <FormulaText text={sensorName(sensor)} />
}

/** Text with subscripts in formulas such as CO₂. */
export function FormulaText({ text }: { text: string }) {
  const parts = formulaParts(text)
  if (parts.length === 1) return text
  return (
    // A single element, so that a flex row does not put gaps between its parts.
    <span>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        at % 2 === 1 ? <sub key={at}>{part}</sub> : part,
      )}
    </span>
  )
}
