import { renderSVG } from 'uqr'

/** The text as a QR code, in an address an `img` can show. */
export function qrCodeImage(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
