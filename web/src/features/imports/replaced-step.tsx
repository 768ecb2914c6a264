import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'

/** Returns whether a newer file of the user has replaced this import. */
export const isReplaced = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'import_replaced'

/** An import that was replaced, for example from another window. */
export function ReplacedStep({ error, onOpen }: { error: unknown; onOpen: (id: undefined) => void }) {
  const { t } = useTranslation()
  return (
    <section className="card import-card">
      <div className="import-result">
        <Glyph level="caution" />
        <div>
          <h2>{t('imports.replaced')}</h2>
          <p>{failureText(error)}</p>
        </div>
      </div>
      <div className="row">
        <Button variant="primary" onClick={() => onOpen(undefined)}>
          {t('imports.other')}
        </Button>
      </div>
    </section>
  )
}
