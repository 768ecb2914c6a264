import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([LineChart, CustomChart, GridComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer])

/**
 * Starts a chart in an element. The library clears its element by assigning to innerHTML, which the content security
 * policy forbids, so the element gets its own innerHTML property that clears it in an allowed way.
 */
export function startCanvas(host: HTMLElement) {
  Object.defineProperty(host, 'innerHTML', { set: () => host.replaceChildren(), configurable: true })
  const chart = init(host, null, { renderer: 'canvas' })
  // By default it requests ten more frames after each change, which a chart without animations does not need.
  chart.getZr().setSleepAfterStill(1)
  return chart
}

export type CanvasEngine = ReturnType<typeof startCanvas>
