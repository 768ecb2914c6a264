import { Fragment } from 'react'
import { FormulaText } from '../sensors/sensor-look.tsx'
import { type Question, type Rule, sayRule } from './sentence.ts'

interface SaidProps {
  rule: Rule
  /** Makes each answer a link to its question. */
  onAsk?: (question: Question) => void
}

/** A subscription as a sentence. */
export function Said({ rule, onAsk }: SaidProps) {
  return sayRule(rule).map(({ text, about }, at) => {
    const shown = <FormulaText text={text} />
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
      <Fragment key={at}>
        {about && onAsk ? (
          <button type="button" onClick={() => onAsk(about)}>
            {shown}
          </button>
        ) : about ? (
          <b>{shown}</b>
        ) : (
          text
        )}
      </Fragment>
    )
  })
}
