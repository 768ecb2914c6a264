/** Degrees. */
export interface WeatherPoint {
  latitude: number
  longitude: number
}

/** A place known by name to a weather service. */
export interface FoundPlace extends WeatherPoint {
  name: string
  /** The largest division of the country, such as a state. Empty: not known, as below. */
  state: string
  country: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  postcodes: readonly string[]
}

/** The weather at an instant. null: not reported. */
export interface Observation {
  at: Date
  /** °C */
  temperature: number
  /** % */
  humidity: number | null
  /** WMO 4677 */
  code: number | null
  isDay: boolean | null
}

export interface WeatherReport {
  current: Observation | null
  /** Past and forecast hours in chronological order. Some may be missing. */
  hours: readonly Observation[]
}

/** A source of weather data. Its methods throw `WeatherFailure`, and `EgressRefused` if the address is not allowed. */
export interface WeatherProvider {
  /** Must be shown with the data. */
  attribution: { name: string; url: string; license: string }
  /** The number of past days that it can report. */
  mostPastDays: number
  /** Finds places with this name or postal code, most relevant first. */
  findPlaces(name: string, signal: AbortSignal): Promise<FoundPlace[]>
  /** Reads the last days and the coming week. */
  read(point: WeatherPoint, pastDays: number, signal: AbortSignal): Promise<WeatherReport>
}

/** Thrown if the service does not respond, refuses, or sends an invalid response. */
export class WeatherFailure extends Error {
  override name = 'WeatherFailure'
  /** The pause requested by the service. 0: none. */
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
