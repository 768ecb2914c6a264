import { z } from 'zod'

/** A MAC address in any common notation; normalized to uppercase with colons. */
export const Mac = z
  .string()
  .trim()
  .regex(
    /^([0-9a-f]{2}[:\-. ]?){5}[0-9a-f]{2}$|^([0-9a-f]{4}\.){2}[0-9a-f]{4}$/i,
    'Expected a hardware address such as A4:CF:12:7B:03:9E',
  )
  .transform(normalizeMac)

/** Returns whether a normalized address can be that of a device: all zeros mean no address, and all ones mean all devices. */
export const isDeviceMac = (mac: string): boolean => !/^(00(:|$)){6}$|^(FF(:|$)){6}$/.test(mac)

export function normalizeMac(mac: string): string {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toUpperCase()
  return digits.match(/../g)?.join(':') ?? digits
}

/**
 * Converts a search text in any common notation to part of a hardware address as it is stored. null: the text cannot be part of one.
 * With fewer than four digits, too many addresses would match.
 */
export function macPartOf(text: string): string | null {
  const digits = text.replaceAll(/[\s:.-]/g, '').toUpperCase()
  return /^[\dA-F]{4,12}$/.test(digits) ? (digits.match(/.{1,2}/g) ?? []).join(':') : null
}
