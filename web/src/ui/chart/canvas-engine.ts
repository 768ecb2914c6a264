import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([LineChart, CustomChart, GridComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer])

/**
 * Starts a chart in an element. The library empties its element by assigning to innerHTML, which the page's
 * content policy refuses; the element gets a property of its own that empties it in the allowed way.
 */
export function startCanvas(host: HTMLElement) {
  Object.defineProperty(host, 'innerHTML', { set: () => host.replaceChildren(), configurable: true })
  const chart = init(host, null, { renderer: 'canvas' })
  // By itself it asks for ten more frames after each change, which a chart without animations has no use for.
  chart.getZr().setSleepAfterStill(1)
  return chart
}

export type CanvasEngine = ReturnType<typeof startCanvas>
