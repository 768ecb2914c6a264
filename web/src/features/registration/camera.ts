/** Why there is no picture (spec 8): `failed` is any other reason, such as a camera that is in use. */
export type CameraTrouble = 'denied' | 'noDevices' | 'failed'

export function cameraTrouble(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'noDevices'
  return 'failed'
}

/** Reads barcodes and QR codes; not every browser has one. */
export interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface CodeReaderClass {
  new (options?: { formats: string[] }): CodeReader
  getSupportedFormats(): Promise<string[]>
}

const wantedFormats = ['qr_code', 'data_matrix', 'code_128', 'code_39']

function readerClass(): CodeReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector // not in the library's types yet
}

/** Whether this browser can read a label; pages that are not served securely have no camera. */
export function canScan(): boolean {
  return readerClass() !== undefined && navigator.mediaDevices !== undefined
}

/** undefined: the browser has a reader, but not on this device. */
export async function createCodeReader(): Promise<CodeReader | undefined> {
  const Reader = readerClass()
  if (!Reader) return undefined
  const supported = await Reader.getSupportedFormats()
  const formats = wantedFormats.filter((format) => supported.includes(format))
  return formats.length > 0 ? new Reader({ formats }) : undefined
}
