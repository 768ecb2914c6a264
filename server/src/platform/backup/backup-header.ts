import { z } from 'zod'

/** The version of the format of the file. */
export const formatVersion = 1

/** The first bytes of a backup; the header follows as a line of JSON. */
export const magic = Buffer.from('EOT LIVE BACKUP\n')

/** The properties of a backup that are readable without its passphrase. */
export type BackupHeader = z.infer<typeof BackupHeader>

export const BackupHeader = z.object({
  format: z.literal(formatVersion),
  /** Version of the program that wrote it. */
  program: z.string(),
  takenAt: z.iso.datetime(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.string()),
  /** The fingerprint of the key with which its secrets are sealed, in hex; null before the first start. */
  keyFingerprint: z.string().nullable(),
  /** How the encryption key is derived from the passphrase; null: not encrypted. */
  passphrase: z
    .object({
      salt: z.string(),
      // Limited, so that a file cannot request more memory than there is.
      cost: z.number().max(2 ** 20),
      blockSize: z.number().max(8),
      parallelization: z.number().max(1),
    })
    .nullable(),
})

/** Parses a header; returns undefined for another format. */
export function parseHeader(line: string): BackupHeader | undefined {
  return BackupHeader.safeParse(JSON.parse(line)).data
}
