import type { WebhookParam } from '@eot/contract/webhook-params'
import { Braces } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { rowsOfJson } from '../rows/json-rows.ts'

/** Makes the rows of a body from an example, such as one in the documentation of a receiver. */
export function PasteJson({ onRows }: { onRows: (rows: WebhookParam[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const close = () => setText(undefined)

  function take() {
    const rows = rowsOfJson(text ?? '')
    setWrong(rows === undefined)
    if (!rows) return
    onRows(rows)
    close()
  }

  return (
    <>
      <Button size="sm" variant="ghost" icon={Braces} onClick={() => setText('')}>
        {t('webhooks.json.open')}
      </Button>
      <Dialog
        open={text !== undefined}
        onClose={close}
        title={t('webhooks.json.title')}
        text={t('webhooks.json.text')}
        wide
        actions={
          <>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button variant="primary" onClick={take}>
              {t('webhooks.json.take')}
            </Button>
          </>
        }
      >
        <div className="field">
          <label htmlFor={id}>{t('webhooks.json.label')}</label>
          <textarea
            id={id}
            className="input mono"
            rows={10}
            spellCheck={false}
            value={text ?? ''}
            aria-invalid={isWrong}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FieldError id={id} error={isWrong ? t('webhooks.json.wrong') : undefined} />
        </div>
      </Dialog>
    </>
  )
}
