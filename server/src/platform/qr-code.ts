import { renderSVG } from 'uqr'

/** Renders the text as a QR code. Returns a data URL for an `img`. */
export function qrCodeImage(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
