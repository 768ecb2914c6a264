import { toString as draw } from 'qrcode'

/** The text as a QR code, in an address an `img` can show. */
export async function qrCodeImage(text: string): Promise<string> {
  const svg = await draw(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
