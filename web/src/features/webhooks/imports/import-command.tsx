import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { importCurl } from './import-curl.ts'
import { ImportText, problemText } from './import-text.tsx'
import type { Imported } from './imported.ts'

/** Makes a request from a curl command. */
export function ImportCommand({ onImported }: { onImported: (imported: Imported) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function take() {
    const result = importCurl(text)
    if ('problem' in result) setError(problemText(result))
    else onImported(result)
  }

  return (
    <ImportText source="curl" text={text} onText={setText} error={error} onSubmit={take}>
      <div className="row">
        <Button variant="primary" type="submit">
          {t('webhooks.import.take')}
        </Button>
      </div>
    </ImportText>
  )
}
