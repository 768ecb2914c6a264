/** Why the camera shows no picture (spec 8). `failed`: any other reason, such as a camera in use. */
export type CameraTrouble = 'denied' | 'noDevices' | 'failed'

export function cameraTrouble(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'noDevices'
  return 'failed'
}

/** Reads barcodes and QR codes. Not every browser has one. */
export interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface CodeReaderClass {
  new (options?: { formats: string[] }): CodeReader
  getSupportedFormats(): Promise<string[]>
}

const wantedFormats = ['qr_code', 'data_matrix', 'code_128', 'code_39']

function readerClass(): CodeReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector // missing from TypeScript's DOM types
}

/** Whether this browser can scan a label. Pages not served over HTTPS have no camera access. */
export function canScan(): boolean {
  return readerClass() !== undefined && navigator.mediaDevices !== undefined
}

/** undefined: the browser has a code reader, but it does not work on this device. */
export async function createCodeReader(): Promise<CodeReader | undefined> {
  const Reader = readerClass()
  if (!Reader) return undefined
  const supported = await Reader.getSupportedFormats()
  const formats = wantedFormats.filter((format) => supported.includes(format))
  return formats.length > 0 ? new Reader({ formats }) : undefined
}
