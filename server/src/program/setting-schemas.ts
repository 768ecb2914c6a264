import { isIP } from 'node:net'
import { z } from 'zod'

/** A setting, read as text from the environment. Without a `default` it is absent unless given. */
export type Setting = {
  name: string
  schema: z.ZodType<unknown, string>
  /** Completes "expected …" in the error about an invalid value. */
  expected: string
  description: string
  default?: string
  /** The value must never appear in a message. */
  secret?: true
}

export const text = z.string()
export const port = number(0, 65_535)
export const positive = number(1, Number.MAX_SAFE_INTEGER)

export function number(least: number, most: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most))
}

export function flag() {
  return z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true')
}

export function url(...protocols: string[]) {
  return z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)))
}

export function list<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(item))
}

export function isAddressOrSubnet(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i

export const isHostOrSubnet = (value: string): boolean =>
  isAddressOrSubnet(value) || (hostName.test(value) && !/^[\d.]+$/.test(value))
