import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SegmentsProps<T extends string> {
  label: string
  value: T | undefined
  options: readonly { value: T; text: ReactNode }[]
  onChange: (value: T) => void
  small?: boolean
  /** Uses the full width. */
  fill?: boolean
  className?: string
  /** An additional control at the end, such as a menu of less common choices. */
  children?: ReactNode
}

/** A few choices side by side, one of them selected. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, onChange, small, fill, className, children } = props
  return (
    <fieldset className={classNames('seg', small && 'sm', fill && 'fill', className)}>
      <legend className="vh">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
      {children}
    </fieldset>
  )
}
