import type { WebhookParam } from '@eot/contract/webhook-params'
import { Braces } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { isTooLarge, jsonValue, rowsOf } from '../rows/json-rows.ts'

/** Makes the rows of a body from an example, such as one from a receiver's documentation. */
export function PasteJson({ onRows }: { onRows: (rows: WebhookParam[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const close = () => setText(undefined)

  function take() {
    const value = jsonValue(text ?? '')
    if (!value) return setWrong(t('webhooks.json.wrong'))
    if (isTooLarge(value)) return setWrong(t('webhooks.import.problem.tooMany'))
    setWrong(undefined)
    onRows(rowsOf(value))
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
            aria-invalid={wrong !== undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FieldError id={id} error={wrong} />
        </div>
      </Dialog>
    </>
  )
}
