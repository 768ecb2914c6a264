import { renderSVG } from 'uqr'

/** A QR code of the text, dark on white in both themes. */
export function QrCode({ text, alt, size }: { text: string; alt: string; size: number }) {
  const svg = renderSVG(text, { ecc: 'M', border: 2 })
  const source = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return <img src={source} alt={alt} width={size} height={size} />
}
