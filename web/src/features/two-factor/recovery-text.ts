/** A key in readable groups. Apps ignore the spaces. */
export const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The file to download: whose codes they are, how to use them, then one code per line. */
export function recoveryFile(title: string, note: string, codes: readonly string[]): string {
  return `${[title, '', ...codes, '', note].join('\r\n')}\r\n`
}
