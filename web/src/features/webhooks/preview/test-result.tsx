import { resultText } from '@eot/contract/webhook-results'
import type { WebhookTestResult } from '@eot/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { clockSeconds } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { t } from '../../../texts/i18n.ts'
import { messageText } from '../../../texts/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CopyBlock } from '../../../ui/copy-block.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { rowNumber } from '../rows/problems.ts'
import { partOf } from './part-of.ts'
import { codeText, levelOfCode } from './result-code.ts'

export interface Tested {
  at: number
  result: WebhookTestResult
}

interface TestResultProps {
  /** Newest first. */
  tests: readonly Tested[]
  /** The first invalid field. */
  wrongField?: string | undefined
  /** Goes to that field. */
  onField?: (path: string) => void
  /** Trusts the certificate of the server. */
  onTrust?: (result: WebhookTestResult) => void
}

const pastShown = 5

/** The results of the tests on this page: the last one in full, earlier ones as lines. */
export function TestResult({ tests, wrongField, onField, onTrust }: TestResultProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const [last, ...before] = tests
  if (!last) return null
  const { ResultCode, Message, Path, DurationMs, Certificate } = last.result
  return (
    <section className="card" aria-label={t('webhooks.test.result')} aria-live="polite">
      <header>
        <h2>{t('webhooks.test.result')}</h2>
        <span className="note">{clockSeconds(last.at, zone)}</span>
        <div className="end">
          {DurationMs !== null && <Chip>{t('webhooks.test.ms', { ms: DurationMs })}</Chip>}
        </div>
      </header>
      <div className="test-result">
        <span className={`result-code ${levelOfCode(ResultCode)}`}>{codeText(ResultCode)}</span>
        <div>
          <h3>{messageText(resultText(ResultCode))}</h3>
          <p>{messageText(Message)}</p>
          {Path !== null && <p>{t('webhooks.test.notSent')}</p>}
          {Path !== null && wrongField !== undefined && onField && (
            <Button size="sm" onClick={() => onField(wrongField)}>
              {t('webhooks.test.goTo', { field: fieldText(wrongField) })}
            </Button>
          )}
          {Certificate !== null && onTrust && (
            <Button size="sm" onClick={() => onTrust(last.result)}>
              {t('webhooks.test.trust')}
            </Button>
          )}
        </div>
      </div>
      <Exchange result={last.result} />
      {before.length > 0 && (
        <ul className="past-tests">
          {before.slice(0, pastShown).map(({ at, result }) => (
            <li key={at}>
              <Glyph level={levelOfCode(result.ResultCode)} />
              <b className="strong">{codeText(result.ResultCode)}</b>
              <span className="muted truncate">{messageText(result.Message)}</span>
              <span className="faint">{clockSeconds(at, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function fieldText(path: string): string {
  const row = rowNumber(path)
  if (row === '') return t('webhooks.editor.url')
  return t('webhooks.test.row', { part: t(`webhooks.part.${partOf(path)}`), row })
}

/** The request and the response, with secrets masked. */
export function Exchange({
  result: { Request, Response },
}: {
  result: { Request: string | null; Response: string | null }
}) {
  const { t } = useTranslation()
  if (Request === null) return null
  return (
    <div className="exchange">
      <details>
        <summary>{t('webhooks.test.request')}</summary>
        <CopyBlock label={t('webhooks.test.request')} text={Request} />
      </details>
      {Response === null ? (
        <p className="faint">{t('webhooks.test.noResponse')}</p>
      ) : (
        <details>
          <summary>{t('webhooks.test.response')}</summary>
          <CopyBlock label={t('webhooks.test.response')} text={Response} />
        </details>
      )}
    </div>
  )
}
