import { createAddressList } from '../address-list.ts'

/** Special-purpose addresses of the IANA registries (RFC 6890), none of which belongs to a host on the internet. */
const isSpecial = createAddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/** IPv6 addresses that are routed on the internet. IPv4 addresses within IPv6 are outside. */
const isGlobalUnicast = createAddressList(['2000::/3'])

/**
 * Returns whether an IP address belongs to a host on the internet, as opposed to this host, its network or a special purpose.
 */
export const isPublicAddress = (address: string): boolean =>
  !isSpecial(address) && (!address.includes(':') || isGlobalUnicast(address))

/**
 * Where clouds give a machine its credentials: AWS, Azure, Google, Oracle and others, Azure's wire server, Alibaba, and the
 * same within IPv6.
 */
export const isMetadataAddress = createAddressList([
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::/48',
])
