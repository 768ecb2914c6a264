/** Groups sensors are shown in (spec 3). */
export type Category = 'AirQuality' | 'Comfort' | 'Behavior' | 'General'

export type Severity = 'Critical' | 'Serious' | 'Caution' | 'Info'

export interface SensorKind {
  /** Name on the wire, exactly as in a device's readings. */
  readonly key: string
  readonly name: string
  readonly category: Category
  /** Canonical unit, in which values are sent and stored; empty for a bare index. */
  readonly unit: string
  /** Values outside are refused as impossible for the sensor. */
  readonly min: number
  readonly max: number
  /** Digits worth showing behind the decimal point. */
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
  /** The sensor it watches; null for what no single sensor decides. */
  readonly Sensor: SensorKey | null
}

/** Ids are fixed so that every installation and export names the same types. */
const id = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Everything an alert or a subscription can be about. The last three are only subscribed to. */
export const alertTypes = [
  {
    Id: id(1),
    Key: 'Vape',
    Name: 'Vape',
    Category: 'Behavior',
    Icon: 'Vape',
    Severity: 'Critical',
    Sensor: 'vape',
  },
  {
    Id: id(2),
    Key: 'Sound',
    Name: 'Sound',
    Category: 'Behavior',
    Icon: 'Sound',
    Severity: 'Serious',
    Sensor: 'sound',
  },
  {
    Id: id(3),
    Key: 'Aggression',
    Name: 'Aggression',
    Category: 'Behavior',
    Icon: 'Aggression',
    Severity: 'Critical',
    Sensor: 'aggression',
  },
  {
    Id: id(4),
    Key: 'Noise',
    Name: 'Noise',
    Category: 'Comfort',
    Icon: 'Noise',
    Severity: 'Caution',
    Sensor: 'noise',
  },
  {
    Id: id(5),
    Key: 'Temperature',
    Name: 'Temperature high',
    Category: 'Comfort',
    Icon: 'Temperature',
    Severity: 'Caution',
    Sensor: 'temperature',
  },
  {
    Id: id(6),
    Key: 'TemperatureLow',
    Name: 'Temperature low',
    Category: 'Comfort',
    Icon: 'Temperature',
    Severity: 'Caution',
    Sensor: 'temperature',
  },
  {
    Id: id(7),
    Key: 'Tamper',
    Name: 'Tamper',
    Category: 'Behavior',
    Icon: 'Tamper',
    Severity: 'Critical',
    Sensor: 'tamper',
  },
  {
    Id: id(8),
    Key: 'Humidity',
    Name: 'Humidity high',
    Category: 'Comfort',
    Icon: 'Humidity',
    Severity: 'Caution',
    Sensor: 'humidity',
  },
  {
    Id: id(9),
    Key: 'HumidityLow',
    Name: 'Humidity low',
    Category: 'Comfort',
    Icon: 'Humidity',
    Severity: 'Caution',
    Sensor: 'humidity',
  },
  {
    Id: id(10),
    Key: 'Light',
    Name: 'Light',
    Category: 'Comfort',
    Icon: 'Light',
    Severity: 'Info',
    Sensor: 'light',
  },
  {
    Id: id(11),
    Key: 'Motion',
    Name: 'Motion',
    Category: 'Behavior',
    Icon: 'Motion',
    Severity: 'Info',
    Sensor: 'motion',
  },
  {
    Id: id(12),
    Key: 'CO',
    Name: 'CO',
    Category: 'AirQuality',
    Icon: 'CO',
    Severity: 'Critical',
    Sensor: 'CO',
  },
  {
    Id: id(13),
    Key: 'ECO2',
    Name: 'ECO2',
    Category: 'AirQuality',
    Icon: 'ECO2',
    Severity: 'Caution',
    Sensor: 'ECO2',
  },
  {
    Id: id(14),
    Key: 'NH3',
    Name: 'NH3',
    Category: 'AirQuality',
    Icon: 'NH3',
    Severity: 'Serious',
    Sensor: 'NH3',
  },
  {
    Id: id(15),
    Key: 'NO2',
    Name: 'NO2',
    Category: 'AirQuality',
    Icon: 'NO2',
    Severity: 'Serious',
    Sensor: 'NO2',
  },
  {
    Id: id(16),
    Key: 'Gas',
    Name: 'Gas',
    Category: 'AirQuality',
    Icon: 'Gas',
    Severity: 'Serious',
    Sensor: 'gas',
  },
  {
    Id: id(17),
    Key: 'IAQ',
    Name: 'IAQ',
    Category: 'AirQuality',
    Icon: 'IAQ',
    Severity: 'Caution',
    Sensor: 'IAQ',
  },
  {
    Id: id(18),
    Key: 'Particulate',
    Name: 'Particulate',
    Category: 'AirQuality',
    Icon: 'Particulate',
    Severity: 'Serious',
    Sensor: 'particulate',
  },
  {
    Id: id(19),
    Key: 'TVOC',
    Name: 'TVOC',
    Category: 'AirQuality',
    Icon: 'TVOC',
    Severity: 'Caution',
    Sensor: 'TVOC',
  },
  {
    Id: id(20),
    Key: 'Offline',
    Name: 'Device offline',
    Category: 'General',
    Icon: 'General',
    Severity: 'Serious',
    Sensor: null,
  },
  {
    Id: id(21),
    Key: 'Pdf-Monthly',
    Name: 'Monthly report',
    Category: 'General',
    Icon: 'Pdf-Monthly',
    Severity: 'Info',
    Sensor: null,
  },
  {
    Id: id(22),
    Key: 'Pdf-Weekly',
    Name: 'Weekly report',
    Category: 'General',
    Icon: 'Pdf-Weekly',
    Severity: 'Info',
    Sensor: null,
  },
  {
    Id: id(23),
    Key: 'Heatmap-Alerts',
    Name: 'Unusual hour',
    Category: 'General',
    Icon: 'Heatmap-Alerts',
    Severity: 'Info',
    Sensor: null,
  },
] as const satisfies readonly AlertType[]

export type AlertTypeKey = (typeof alertTypes)[number]['Key']

export const findAlertType = (keyOrId: string): AlertType | undefined =>
  alertTypes.find((type) => type.Key === keyOrId || type.Id === keyOrId)

/** Shown in this order of priority, whatever else is set (spec 4). */
export type DeviceStatus =
  | 'MIGRATING'
  | 'RESET'
  | 'ERROR'
  | 'ERROR ONLINE'
  | 'ERROR OFFLINE'
  | 'ONLINE'
  | 'OFFLINE'

export interface DeviceFlags {
  migrate: boolean
  reset: boolean
  error: boolean
  /** null where the connection state is not known or not of interest. */
  online: boolean | null
}

export function deviceStatus(flags: DeviceFlags): DeviceStatus {
  if (flags.migrate) return 'MIGRATING'
  if (flags.reset) return 'RESET'
  if (flags.error) return flags.online === null ? 'ERROR' : flags.online ? 'ERROR ONLINE' : 'ERROR OFFLINE'
  return flags.online ? 'ONLINE' : 'OFFLINE'
}
