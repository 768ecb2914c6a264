import type { SensorKey } from '@eot/contract/vocabulary'

/** The colors of sensor kinds in the portal's light theme. */
export const kindColors: Readonly<Record<SensorKey, string>> = {
  vape: '#a132a9',
  aggression: '#c71e4f',
  sound: '#6f41c1',
  motion: '#ca5e96',
  tamper: '#8b381d',
  temperature: '#cf5d03',
  humidity: '#0383bd',
  light: '#ad8604',
  noise: '#986828',
  CO: '#304cb5',
  ECO2: '#05818b',
  NH3: '#62891b',
  NO2: '#626614',
  gas: '#146350',
  IAQ: '#1f8f4d',
  particulate: '#6789b0',
  TVOC: '#299c92',
}
