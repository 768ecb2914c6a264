import './stepper.css'
import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

/** The progress through a few consecutive steps. */
export function Stepper({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  current: number
}) {
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(index < current && 'done', index === current && 'now')}
          aria-current={index === current ? 'step' : undefined}
        >
          <i aria-hidden="true">{index < current ? <Check className="icon" /> : index + 1}</i>
          {step}
        </li>
      ))}
    </ol>
  )
}
