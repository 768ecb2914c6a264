import { BlockList, isIP, isIPv6 } from 'node:net'

/** Returns a test for membership in these addresses and subnets. IPv4-mapped IPv6 addresses match as IPv4. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}
