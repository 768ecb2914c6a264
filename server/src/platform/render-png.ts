import { fileURLToPath } from 'node:url'
import type { renderAsync } from '@resvg/resvg-js'
import { unlessAborted } from './unless-aborted.ts'

/** The fonts of the portal, in the only format that the renderer reads. Fonts of the system are never used. */
const fontFiles = ['Geist-Regular', 'Geist-SemiBold'].map((name) =>
  fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url)),
)

/** Limits memory, and leaves threads of the pool for other work. */
const mostAtOnce = 4
let underway = 0

interface Drawing {
  /** Pixels per unit. */
  scale: number
  /** Stops waiting when it aborts. */
  signal: AbortSignal
}

/**
 * Draws an SVG as PNG on another thread. Texts must be in the font family Geist. Rejects if it cannot be drawn, if the signal
 * aborts, or if four others are being drawn.
 */
export async function renderPng(svg: string, { scale, signal }: Drawing): Promise<Buffer> {
  if (underway >= mostAtOnce) throw new Error('too many pictures are being drawn')
  underway++
  // A hanging drawing keeps its slot, so that no more than four can ever hang.
  const drawing = draw(svg, scale).finally(() => underway--)
  return unlessAborted(signal, drawing)
}

let loading: Promise<{ renderAsync: typeof renderAsync }> | undefined

async function draw(svg: string, scale: number): Promise<Buffer> {
  // Loaded on demand, so that the program starts on machines without a renderer.
  loading ??= import('@resvg/resvg-js')
  const image = await (await loading).renderAsync(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Geist' },
  })
  return image.asPng()
}
