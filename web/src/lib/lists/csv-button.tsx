import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { failureText } from '../api/failure-text.ts'

export interface CsvSource {
  /** The file name without its date. */
  name: string
  load: () => Promise<Blob>
}

/** Loads a CSV file and saves it with the date in its name. */
export function useCsvDownload({ name, load }: CsvSource, onSaved: () => void = () => undefined) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: load,
    onSuccess: (blob) => {
      saveFile(blob, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
      onSaved()
    },
    onError: (error) => showToast(t('list.csvFailed', { reason: failureText(error) }), { urgent: true }),
  })
}

/** Downloads all pages of a list as a CSV file. */
export function CsvButton(source: CsvSource) {
  const { t } = useTranslation()
  const download = useCsvDownload(source)
  return (
    <Button
      icon={Download}
      aria-label={t('list.csvLabel')}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('list.csv')}
    </Button>
  )
}

function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
