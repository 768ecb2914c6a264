import type { SensorKey } from '@eot/contract/vocabulary'

type Colors = Readonly<Record<SensorKey, string>>

/** The colors of sensor kinds in the portal's themes. */
export const kindColors: Readonly<Record<'light' | 'dark', Colors>> = {
  light: {
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
  },
  dark: {
    vape: '#e57bec',
    aggression: '#f86680',
    sound: '#ac8ff8',
    motion: '#feaad1',
    tamper: '#d57355',
    temperature: '#fe955c',
    humidity: '#5cb8f1',
    light: '#fbce5c',
    noise: '#c19563',
    CO: '#7999f5',
    ECO2: '#53cfdc',
    NH3: '#a8d666',
    NO2: '#a3a853',
    gas: '#57aa92',
    IAQ: '#62d286',
    particulate: '#a2c1e4',
    TVOC: '#81eade',
  },
}
