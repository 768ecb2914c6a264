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
import { t } from '../../texts/i18n.ts'
import { IconChip } from '../../ui/icon-chip.tsx'

interface Look {
  /** CSS colour of the kind; marks data of that kind and nothing else. */
  color: string
  /** Gases carry their formula instead of a picture. */
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

/** Alert types that no sensor kind stands for. */
const otherLooks: Record<string, Look> = {
  Offline: { color: 'var(--text-2)', mark: WifiOff },
  'Pdf-Monthly': { color: 'var(--text-2)', mark: FileText },
  'Pdf-Weekly': { color: 'var(--text-2)', mark: CalendarDays },
  'Heatmap-Alerts': { color: 'var(--text-2)', mark: Grid3x3 },
}

const general: Look = { color: 'var(--text-2)', mark: Activity }

/** Colour and mark of a sensor kind by its wire name. */
export function sensorLook(sensor: string): Look {
  return looks[sensor] ?? general
}

/** Colour of an alert type: its sensor's, or neutral. */
export function alertLook(typeKey: string, sensor: string | null): Look {
  return (sensor ? looks[sensor] : undefined) ?? otherLooks[typeKey] ?? general
}

/** The sensor's chip; decoration beside a name, so screen readers skip it. */
export function SensorChip({ sensor }: { sensor: string }) {
  const look = sensorLook(sensor)
  return <IconChip color={look.color} mark={look.mark} />
}

export function AlertTypeChip({ typeKey, sensor }: { typeKey: string; sensor: string | null }) {
  const look = alertLook(typeKey, sensor)
  return <IconChip color={look.color} mark={look.mark} />
}

/** In plain text, for labels and attributes. */
export function sensorName(sensor: string): string {
  return t(`vocabulary.sensor.${sensor}` as 'vocabulary.sensor.vape', { defaultValue: sensor }) // a newer server's kind has no text yet
}

export function alertTypeName(type: { Key: string; Name: string }): string {
  return t(`vocabulary.alertType.${type.Key}` as 'vocabulary.alertType.Vape', { defaultValue: type.Name }) // as above
}

/** The name, its formula typeset. */
export function SensorName({ sensor }: { sensor: string }) {
  return <FormulaText text={sensorName(sensor)} />
}

/** The text with the subscripts of its formulas typeset, since the font of the portal has none: CO₂. */
export function FormulaText({ text }: { text: string }) {
  const parts = text.split(/([₀-₉])/)
  return (
    <>
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never reorder
        at % 2 === 1 ? <sub key={at}>{part.normalize('NFKC')}</sub> : part,
      )}
    </>
  )
}
