/** A key in groups that can be read and typed; apps ignore the spaces. */
export const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** What is downloaded: whose codes they are, how they serve, then one a line. */
export function recoveryFile(title: string, note: string, codes: readonly string[]): string {
  return `${[title, '', ...codes, '', note].join('\r\n')}\r\n`
}
