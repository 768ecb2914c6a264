import type { Generated } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

interface GeocodedAddressTable {
  address: string
  latitude: number | null
  longitude: number | null
  name: string | null
  answered_at: Instant | null
  asked_at: Instant | null
  next_at: Instant
  failures: Generated<number>
}

interface WeatherCellTable {
  no: Generated<number>
  latitude: number
  longitude: number
  current_at: Instant | null
  current_temperature: number | null
  current_humidity: number | null
  current_code: number | null
  current_is_day: boolean | null
  fetched_at: Instant | null
  asked_at: Instant | null
  next_at: Instant
  failures: Generated<number>
}

interface WeatherHourTable {
  cell_no: number
  at: Instant
  temperature: number
  humidity: number | null
  code: number | null
  is_day: boolean | null
}

export interface WeatherTables {
  geocoded_address: GeocodedAddressTable
  weather_cell: WeatherCellTable
  weather_hour: WeatherHourTable
}
