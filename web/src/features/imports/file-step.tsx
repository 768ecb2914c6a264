import { type ImportKind, importLimits, imports } from '@eot/contract/imports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../domain/time-text.tsx'
import { callForBlob, callWithFile } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useFileDownload } from '../../lib/lists/download-button.tsx'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { numberText } from '../../texts/number-format.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface FileStepProps {
  kind: ImportKind
  onOpen: (id: string) => void
}

/** Choosing a file, and what it may contain. */
export function FileStep({ kind, onOpen }: FileStepProps) {
  const { t } = useTranslation()
  const site = useSitePath().data?.name ?? ''
  const template = useFileDownload({
    name: `${kind.toLowerCase()}-template`,
    load: () => callForBlob(imports.template, { query: { Kind: kind } }),
  })
  return (
    <div className="stack import-file">
      <DropZone kind={kind} onOpen={onOpen} />
      <section className="card">
        <header>
          <h2>{t('imports.file.columns')}</h2>
          <span className="note">{t('imports.file.columnsNote')}</span>
          <div className="end">
            <Button size="sm" icon={Download} disabled={template.isPending} onClick={() => template.mutate()}>
              {t('imports.file.template')}
            </Button>
          </div>
        </header>
        <dl className="import-format">
          {t(`imports.file.format.${kind}`, { returnObjects: true, site }).map(([name, meaning]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="foot">{t('imports.file.blank')}</p>
      </section>
      <RecentImports kind={kind} onOpen={onOpen} />
    </div>
  )
}

function DropZone({ kind, onOpen }: FileStepProps) {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) =>
      callWithFile(
        imports.create,
        { query: { Kind: kind, SiteId: siteId, FileName: file.name.slice(0, 200) } },
        file,
      ),
    onSuccess: (made) => {
      queryClient.setQueryData(queryOf(imports.get, { params: { id: made.Id } }).queryKey, made)
      onOpen(made.Id)
    },
  })
  const take = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > importLimits.fileBytes)
    if (file.size <= importLimits.fileBytes) upload.mutate(file)
  }
  const problem = tooLarge ? t('imports.file.tooLarge') : upload.error && failureText(upload.error)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard
    <div
      className={classNames('card drop-zone', isOver && 'over')}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <FileUp className="icon icon-lg" aria-hidden="true" />
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // Allows choosing the same file again after it has been corrected.
          event.currentTarget.value = ''
        }}
      />
      <div className="row">
        <Button variant="primary" disabled={upload.isPending} onClick={() => input.current?.click()}>
          {t('imports.file.choose')}
        </Button>
        <span className="muted">
          {upload.isPending
            ? t('imports.file.uploading', { name: upload.variables.name })
            : t('imports.file.drop')}
        </span>
      </div>
      {site !== undefined && <p className="strong">{t('imports.into', { site })}</p>}
      <p className="hint">{t('imports.file.limits', { lines: numberText(importLimits.lines[kind]) })}</p>
      {problem && (
        <p className="fg-critical" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function RecentImports({ kind, onOpen }: FileStepProps) {
  const { t } = useTranslation()
  const recent = useQuery({
    ...queryOf(imports.list, { query: { Kind: kind, PageSize: 5 } }),
    staleTime: 0,
  })
  const items = recent.data?.Items ?? []
  if (items.length === 0) return null
  return (
    <section className="card">
      <header>
        <h2>{t('imports.file.recent')}</h2>
      </header>
      <ul className="import-recent">
        {items.map((one) => (
          <li key={one.Id}>
            <button type="button" className="linkbtn" onClick={() => onOpen(one.Id)}>
              {one.FileName}
            </button>
            <span className="muted">{t(`imports.state.${one.State}`)}</span>
            <span className="faint">
              <When at={one.CreatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
