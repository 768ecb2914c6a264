import type { Disposition } from '@eot/contract/alerts'
import type { AlertTypeKey, SensorKey, Severity } from '@eot/contract/vocabulary'

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

/** They agree with *gravedad*. */
export const severityNames: Readonly<Record<Severity, string>> = {
  Critical: 'Crítica',
  Serious: 'Grave',
  Caution: 'Precaución',
  Info: 'Informativa',
}

export const dispositionNames: Readonly<Record<Disposition, string>> = {
  Real: 'Real',
  False: 'Falsa alarma',
  Unknown: 'Desconocida',
}
