import type { BlacklistType } from '@eot/contract/blacklist'

/** An address as the blacklist stores it: the same for each way to write it. */
export function receiverKey(type: BlacklistType, address: string): string {
  return type === 'Email' ? address.trim().toLowerCase() : address.replace(/[^+\d]/g, '')
}
