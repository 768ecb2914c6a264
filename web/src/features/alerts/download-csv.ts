import { alerts } from '@eot/contract/alerts'
import { type CallRequest, callForBlob } from '../../lib/api.ts'

/** Saves the list as a file, all of its pages. */
export async function downloadCsv(request: CallRequest<typeof alerts.export>): Promise<void> {
  const blob = await callForBlob(alerts.export, request)
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = `alerts-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  // The browser has taken hold of it by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
