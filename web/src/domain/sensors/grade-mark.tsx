import { useTranslation } from 'react-i18next'
import { type Grade, gradeOrder } from './bands.ts'
import { FormulaText } from './sensor-look.tsx'

/** One to four dots and the word, so that the grade does not depend on color. */
export function GradeMark({ grade, text }: { grade: Grade; text?: string }) {
  const { t } = useTranslation()
  return (
    <span className={`band ${grade}`}>
      <Pips grade={grade} />
      <FormulaText text={text ?? t(`sensors.grade.${grade}`)} />
    </span>
  )
}

/** The dots alone, where there is no room for the word, which screen readers read. */
export function GradePips({ grade }: { grade: Grade }) {
  const { t } = useTranslation()
  return (
    <span className={`band ${grade}`} title={t(`sensors.grade.${grade}`)}>
      <Pips grade={grade} />
      <span className="vh">{t(`sensors.grade.${grade}`)}</span>
    </span>
  )
}

const Pips = ({ grade }: { grade: Grade }) => (
  <span className="pips" aria-hidden="true">
    {gradeOrder.map((step, n) => (
      <i key={step} className={n <= gradeOrder.indexOf(grade) ? 'on' : undefined} />
    ))}
  </span>
)
