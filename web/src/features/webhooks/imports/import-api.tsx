import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { importOperation } from './import-operation.ts'
import { ImportText, problemText } from './import-text.tsx'
import { type Imported, type ImportProblem, mostImported } from './imported.ts'
import { type OpenApi, readOpenApi } from './open-api.ts'

/** Makes a request from an operation of an OpenAPI description. */
export function ImportApi({ onImported }: { onImported: (imported: Imported) => void }) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [api, setApi] = useState<OpenApi>()
  const [chosen, setChosen] = useState<string | null>(null)
  const operations = api?.operations ?? []
  const operation = chosen === null ? undefined : operations[Number(chosen)]

  function change(next: string) {
    setText(next)
    setApi(undefined)
    setChosen(null)
  }

  function read(given: string) {
    const result = readOpenApi(given)
    if ('problem' in result) return setError(problemText(result))
    setError(undefined)
    setApi(result)
    setChosen(result.operations.length === 1 ? '0' : null)
  }

  async function readFile(given: File | undefined) {
    if (!given) return
    const tooLong: ImportProblem = { problem: 'tooLong' }
    if (given.size > mostImported) return setError(problemText(tooLong))
    const content = await given.text()
    change(content)
    read(content)
  }

  function submit() {
    if (!api || !operation) return read(text)
    const result = importOperation(api.root, operation)
    if ('problem' in result) setError(problemText(result))
    else onImported(result)
  }

  return (
    <ImportText source="openapi" text={text} onText={change} error={error} onSubmit={submit}>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          void readFile(event.currentTarget.files?.[0])
          event.currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      {api && (
        <Select
          label={t('webhooks.import.operation')}
          value={chosen}
          options={operations.map(({ method, path, summary }, index) => ({
            value: String(index),
            text: summary === '' ? `${method} ${path}` : `${method} ${path}: ${summary}`,
          }))}
          onChange={setChosen}
        />
      )}
      <div className="row wrap">
        <Button variant="primary" type="submit" disabled={api !== undefined && !operation}>
          {t(api ? 'webhooks.import.take' : 'webhooks.import.read')}
        </Button>
        <Button onClick={() => file.current?.click()}>{t('webhooks.import.file')}</Button>
      </div>
    </ImportText>
  )
}
