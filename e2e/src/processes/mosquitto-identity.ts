export interface Identity {
  mac: string
  key: string
}

/** Returns the identity of a device at Mosquitto, whose names cannot contain colons. */
export const identityOf = ({ mac, key }: Identity): Identity => ({ mac: mac.replaceAll(':', '-'), key })

/** Returns a line of Mosquitto's password file. */
export function userOf(device: Identity) {
  const { mac, key } = identityOf(device)
  return { user: mac, password: key }
}
