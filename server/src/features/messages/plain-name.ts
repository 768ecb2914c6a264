const longest = 60

/**
 * Returns a name given by one user, for a mail to another, or `otherwise` if it is more than a name. People who choose a name
 * must not control the mail's content: no address, link, phone number or sentence of theirs is sent in ours.
 */
export function plainName(name: string, otherwise: string): string {
  const isPlain =
    name.length <= longest &&
    /^[\p{L}\p{M}\p{N} .,'’&()-]+$/u.test(name) &&
    // Rejects text that mail programs turn into a link, with or without a protocol.
    !/\.[\p{L}\p{N}]{2}/u.test(name) &&
    !/\p{N}{4}/u.test(name.replace(/[ .()-]/g, ''))
  return isPlain ? name : otherwise
}
