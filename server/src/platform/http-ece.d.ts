// Types for the parts of the package that are used. The package has none.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Keys {
    version: 'aes128gcm'
    /** The sender's key; a new one for each encrypted message. */
    privateKey: ECDH
    /** The secret of the browser, in base64url. */
    authSecret: string
  }

  const ece: {
    /** Encrypts a push message for the browser with the public key `dh`, in base64url (RFC 8188 and 8291). */
    encrypt(message: Buffer, keys: Keys & { dh: string }): Buffer
    decrypt(message: Buffer, keys: Keys): Buffer
  }

  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export { ece as default }
}
