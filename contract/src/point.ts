import { z } from 'zod'

/** A point on the earth, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** In the notation of maps: latitude and longitude with decimal points, such as `44.4583, -93.1616`. */
const written = /^([-\u2212+]?\d{1,2}(?:\.\d{1,15})?)(?:\s*[,;]\s*|\s+)([-\u2212+]?\d{1,3}(?:\.\d{1,15})?)$/

/** Returns undefined if the text is not a point. */
export function parsePoint(text: string): Point | undefined {
  const [, first = '', second = ''] = written.exec(text.trim()) ?? []
  if (first === '') return undefined
  const [latitude, longitude] = [first, second].map((degrees) => Number(degrees.replace('\u2212', '-')))
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** Formats a point to about a meter. */
export const pointText = ({ latitude, longitude }: Point): string =>
  [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(5)) + 0)).join(', ') // turns -0 into 0

/** Empty: none. */
export const pointField = z
  .string()
  .max(60)
  .refine(
    (text) => text.trim() === '' || parsePoint(text) !== undefined,
    'Please enter latitude and longitude, such as 44.4583, -93.1616',
  )
  .meta({ examples: ['44.4583, -93.1616', ''] })
