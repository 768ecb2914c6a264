import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { failureText } from '../api/failure-text.ts'

export interface FileSource {
  /** The file name without its date and ending. */
  name: string
  load: () => Promise<Blob>
}

/** Loads a file and saves it with the date in its name. */
export function useFileDownload(
  { name, load }: FileSource,
  onSaved: () => void = () => undefined,
  ending: 'csv' | 'parquet' | 'png' | 'pdf' = 'csv',
) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: load,
    onSuccess: (blob) => {
      saveFile(blob, `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`)
      onSaved()
    },
    onError: (error) => showToast(t('list.fileFailed', { reason: failureText(error) }), { urgent: true }),
  })
}

/** Downloads all pages of a list as a CSV file. */
export function CsvButton(source: FileSource) {
  const { t } = useTranslation()
  return <DownloadButton label={t('list.csvLabel')} text={t('list.csv')} download={useFileDownload(source)} />
}

/** Downloads the same as an Apache Parquet file, for data analysis programs. */
export function ParquetButton(source: FileSource) {
  const { t } = useTranslation()
  const download = useFileDownload(source, undefined, 'parquet')
  return <DownloadButton label={t('list.parquetLabel')} text={t('list.parquet')} download={download} />
}

/** Downloads a chart as a PNG image. */
export function ImageButton(source: FileSource) {
  const { t } = useTranslation()
  const download = useFileDownload(source, undefined, 'png')
  return <DownloadButton label={t('list.imageLabel')} text={t('list.image')} download={download} />
}

/** Downloads a report as PDF. */
export function PdfButton(source: FileSource) {
  const { t } = useTranslation()
  const download = useFileDownload(source, undefined, 'pdf')
  return <DownloadButton label={t('list.pdfLabel')} text={t('list.pdf')} download={download} />
}

interface DownloadButtonProps {
  label: string
  text: string
  download: ReturnType<typeof useFileDownload>
}

function DownloadButton({ label, text, download }: DownloadButtonProps) {
  return (
    <Button
      icon={Download}
      aria-label={label}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {text}
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
