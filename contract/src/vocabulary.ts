/** Sensor groups (spec 3). */
export type Category = 'AirQuality' | 'Comfort' | 'Behavior' | 'General'

/** Most severe first. */
export const severities = ['Critical', 'Serious', 'Caution', 'Info'] as const
export type Severity = (typeof severities)[number]

export interface SensorKind {
  /** Name on the wire, exactly as in a device's readings. */
  readonly key: string
  readonly name: string
  readonly category: Category
  /** Canonical unit, in which values are sent and stored; empty for a unitless index. */
  readonly unit: string
  /** Values outside [min, max] are rejected as impossible for the sensor. */
  readonly min: number
  readonly max: number
  /** Number of decimal places to display. */
  readonly decimals: number
}

/** The seventeen kinds (spec 1), in the order of a stored reading's columns. */
export const sensorKinds = [
  { key: 'vape', name: 'Vape', category: 'Behavior', unit: '', min: 0, max: 100, decimals: 0 },
  { key: 'sound', name: 'Sound', category: 'Behavior', unit: 'dB(A)', min: 0, max: 194, decimals: 0 },
  { key: 'aggression', name: 'Aggression', category: 'Behavior', unit: '', min: 0, max: 100, decimals: 0 },
  { key: 'noise', name: 'Noise', category: 'Comfort', unit: 'dB(A)', min: 0, max: 194, decimals: 0 },
  {
    key: 'temperature',
    name: 'Temperature',
    category: 'Comfort',
    unit: '°C',
    min: -60,
    max: 150,
    decimals: 1,
  },
  { key: 'tamper', name: 'Tamper', category: 'Behavior', unit: '', min: 0, max: 1, decimals: 0 },
  { key: 'humidity', name: 'Humidity', category: 'Comfort', unit: '%RH', min: 0, max: 100, decimals: 0 },
  { key: 'light', name: 'Light', category: 'Comfort', unit: 'lx', min: 0, max: 200_000, decimals: 0 },
  { key: 'motion', name: 'Motion', category: 'Behavior', unit: '%', min: 0, max: 100, decimals: 0 },
  { key: 'CO', name: 'CO', category: 'AirQuality', unit: 'ppm', min: 0, max: 10_000, decimals: 1 },
  { key: 'ECO2', name: 'ECO2', category: 'AirQuality', unit: 'ppm', min: 0, max: 65_535, decimals: 0 },
  { key: 'NH3', name: 'NH3', category: 'AirQuality', unit: 'ppm', min: 0, max: 10_000, decimals: 1 },
  { key: 'NO2', name: 'NO2', category: 'AirQuality', unit: 'ppb', min: 0, max: 100_000, decimals: 0 },
  { key: 'gas', name: 'Gas', category: 'AirQuality', unit: 'kΩ', min: 0, max: 1_000_000, decimals: 0 },
  { key: 'IAQ', name: 'IAQ', category: 'AirQuality', unit: '', min: 0, max: 500, decimals: 0 },
  {
    key: 'particulate',
    name: 'Particulate',
    category: 'AirQuality',
    unit: 'µg/m³',
    min: 0,
    max: 10_000,
    decimals: 1,
  },
  { key: 'TVOC', name: 'TVOC', category: 'AirQuality', unit: 'ppb', min: 0, max: 100_000, decimals: 0 },
] as const satisfies readonly SensorKind[]

export type SensorKey = (typeof sensorKinds)[number]['key']

export const sensorKeys = sensorKinds.map((kind) => kind.key)

export interface AlertType {
  readonly Id: string
  readonly Key: string
  readonly Name: string
  readonly Category: Category
  readonly Icon: string
  readonly Severity: Severity
  /** The sensor it watches; null if not based on a single sensor. */
  readonly Sensor: SensorKey | null
}

/** Key, name, category, icon, severity, sensor. Ids follow the order, so add new types at the end. */
const alertTypeRows = [
  ['Vape', 'Vape', 'Behavior', 'Vape', 'Critical', 'vape'],
  ['Sound', 'Sound', 'Behavior', 'Sound', 'Serious', 'sound'],
  ['Aggression', 'Aggression', 'Behavior', 'Aggression', 'Critical', 'aggression'],
  ['Noise', 'Noise', 'Comfort', 'Noise', 'Caution', 'noise'],
  ['Temperature', 'Temperature high', 'Comfort', 'Temperature', 'Caution', 'temperature'],
  ['TemperatureLow', 'Temperature low', 'Comfort', 'Temperature', 'Caution', 'temperature'],
  ['Tamper', 'Tamper', 'Behavior', 'Tamper', 'Critical', 'tamper'],
  ['Humidity', 'Humidity high', 'Comfort', 'Humidity', 'Caution', 'humidity'],
  ['HumidityLow', 'Humidity low', 'Comfort', 'Humidity', 'Caution', 'humidity'],
  ['Light', 'Light', 'Comfort', 'Light', 'Info', 'light'],
  ['Motion', 'Motion', 'Behavior', 'Motion', 'Info', 'motion'],
  ['CO', 'CO', 'AirQuality', 'CO', 'Critical', 'CO'],
  ['ECO2', 'ECO2', 'AirQuality', 'ECO2', 'Caution', 'ECO2'],
  ['NH3', 'NH3', 'AirQuality', 'NH3', 'Serious', 'NH3'],
  ['NO2', 'NO2', 'AirQuality', 'NO2', 'Serious', 'NO2'],
  ['Gas', 'Gas', 'AirQuality', 'Gas', 'Serious', 'gas'],
  ['IAQ', 'IAQ', 'AirQuality', 'IAQ', 'Caution', 'IAQ'],
  ['Particulate', 'Particulate', 'AirQuality', 'Particulate', 'Serious', 'particulate'],
  ['TVOC', 'TVOC', 'AirQuality', 'TVOC', 'Caution', 'TVOC'],
  ['Offline', 'Device offline', 'General', 'General', 'Serious', null],
  ['Pdf-Monthly', 'Monthly report', 'General', 'Pdf-Monthly', 'Info', null],
  ['Pdf-Weekly', 'Weekly report', 'General', 'Pdf-Weekly', 'Info', null],
  ['Heatmap-Alerts', 'Unusual hour', 'General', 'Heatmap-Alerts', 'Info', null],
] as const

export type AlertTypeKey = (typeof alertTypeRows)[number][0]

/** Returns a fixed id, so that ids are the same in every installation and export. */
const alertTypeId = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** All alert types. The last three are only for subscriptions. */
export const alertTypes: readonly (AlertType & { readonly Key: AlertTypeKey })[] = alertTypeRows.map(
  ([Key, Name, Category, Icon, Severity, Sensor], index) => ({
    Id: alertTypeId(index + 1),
    Key,
    Name,
    Category,
    Icon,
    Severity,
    Sensor,
  }),
)

export const findAlertType = (keyOrId: string): AlertType | undefined =>
  alertTypes.find((type) => type.Key === keyOrId || type.Id === keyOrId)

/** In order of priority: the first status that applies is shown (spec 4). */
export const deviceStatuses = [
  'MIGRATING',
  'RESET',
  'ERROR',
  'ERROR ONLINE',
  'ERROR OFFLINE',
  'ONLINE',
  'OFFLINE',
] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export interface DeviceFlags {
  migrate: boolean
  reset: boolean
  error: boolean
  /** null if the connection state is unknown or irrelevant. */
  online: boolean | null
}

export function deviceStatus(flags: DeviceFlags): DeviceStatus {
  if (flags.migrate) return 'MIGRATING'
  if (flags.reset) return 'RESET'
  if (flags.error) return flags.online === null ? 'ERROR' : flags.online ? 'ERROR ONLINE' : 'ERROR OFFLINE'
  return flags.online ? 'ONLINE' : 'OFFLINE'
}
