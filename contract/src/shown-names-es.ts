import type { Disposition } from './alerts.ts'
import type { AlertTypeKey, SensorKey, Severity } from './vocabulary.ts'

/** Spanish names of sensors, as shown on screens, in messages and in reports. */
export const sensorNames: Readonly<Record<SensorKey, string>> = {
  vape: 'Vapeo',
  sound: 'Sonido',
  aggression: 'Agresión',
  noise: 'Ruido',
  temperature: 'Temperatura',
  tamper: 'Manipulación',
  humidity: 'Humedad',
  light: 'Luz',
  motion: 'Movimiento',
  CO: 'CO',
  ECO2: 'CO₂ (estimado)',
  NH3: 'NH₃',
  NO2: 'NO₂',
  gas: 'Gas',
  IAQ: 'IAQ',
  particulate: 'PM2.5',
  TVOC: 'TVOC',
}

/** Spanish names of alert types. */
export const alertTypeNames: Readonly<Record<AlertTypeKey, string>> = {
  Vape: 'Vapeo',
  Sound: 'Sonido',
  Aggression: 'Agresión',
  Noise: 'Ruido',
  Temperature: 'Temperatura alta',
  TemperatureLow: 'Temperatura baja',
  Tamper: 'Manipulación',
  Humidity: 'Humedad alta',
  HumidityLow: 'Humedad baja',
  Light: 'Luz',
  Motion: 'Movimiento',
  CO: 'CO alto',
  ECO2: 'CO₂ (estimado) alto',
  NH3: 'NH₃ alto',
  NO2: 'NO₂ alto',
  Gas: 'Gas',
  IAQ: 'IAQ',
  Particulate: 'PM2.5 alto',
  TVOC: 'TVOC',
  Offline: 'Dispositivo sin conexión',
  'Pdf-Monthly': 'Informe mensual',
  'Pdf-Weekly': 'Informe semanal',
  'Heatmap-Alerts': 'Hora inusual',
}

/** Spanish names of severities. They agree with *gravedad*. */
export const severityNames: Readonly<Record<Severity, string>> = {
  Critical: 'Crítica',
  Serious: 'Grave',
  Caution: 'Precaución',
  Info: 'Informativa',
}

/** Spanish names of dispositions. */
export const dispositionNames: Readonly<Record<Disposition, string>> = {
  Real: 'Real',
  False: 'Falsa alarma',
  Unknown: 'Desconocida',
}
