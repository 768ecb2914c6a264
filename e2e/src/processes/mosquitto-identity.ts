export interface Identity {
  mac: string
  key: string
}

/** Returns the identity of a device at Mosquitto, where user names cannot contain colons. */
export const identityOf = ({ mac, key }: Identity): Identity => ({ mac: mac.replaceAll(':', '-'), key })

/** Returns the user of a device for Mosquitto's password file. */
export function userOf(device: Identity) {
  const { mac, key } = identityOf(device)
  return { user: mac, password: key }
}
