/** A text above or over a drawing. `x` and `y` are its left edge and baseline in CSS pixels of the drawing. */
export interface ImageLabel {
  text: string
  x: number
  y: number
}

interface ImageText {
  title: string
  subtitle: string
  labels: readonly ImageLabel[]
}

/** Device pixels per CSS pixel. */
const scale = 2
const padding = 16
const headHeight = 48

/** Properties that style sheets may set on the elements of a drawing. They are copied, since an image uses no style sheets. */
const drawnProperties = [
  'color',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'text-anchor',
] as const

/** Draws a chart as it looks now, below a title, as a PNG of twice its size. */
export async function chartImage(svg: SVGSVGElement, { title, subtitle, labels }: ImageText): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const drawing = new Image(width, height)
  drawing.src = `data:image/svg+xml,${encodeURIComponent(standalone(svg, width, height))}`
  await drawing.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round((width + 2 * padding) * scale)
  canvas.height = Math.round((height + headHeight + 2 * padding) * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser cannot draw images')
  const { color, fontFamily } = getComputedStyle(svg)
  context.scale(scale, scale)
  context.fillStyle = backgroundOf(svg)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = color
  context.font = `600 16px ${fontFamily}`
  context.fillText(title, padding, padding + 14)
  context.font = `13px ${fontFamily}`
  context.fillText(subtitle, padding, padding + 34)
  context.translate(padding, padding + headHeight)
  context.drawImage(drawing, 0, 0, width, height)
  context.font = `600 12px ${fontFamily}`
  for (const { text, x, y } of labels) context.fillText(text, x, y)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the image could not be made')))),
  )
}

/** Converts the drawing to a standalone SVG that looks as it does in the page. */
function standalone(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement // a clone is of the same class
  const originals = svg.querySelectorAll<SVGElement>('*')
  for (const [at, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[at]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const property of drawnProperties) element.setAttribute(property, style.getPropertyValue(property))
    element.removeAttribute('style')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', `${width}`)
  copy.setAttribute('height', `${height}`)
  copy.setAttribute('font-family', 'sans-serif')
  return new XMLSerializer().serializeToString(copy)
}

/** The background color of the nearest ancestor that has one. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'white'
}
