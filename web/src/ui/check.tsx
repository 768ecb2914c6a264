import { type ComponentProps, useId } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  /** The label is for screen readers only, as in the first column of a table. */
  labelHidden?: boolean
}

/** A real checkbox with a label. */
export function Check({ label, labelHidden, ...rest }: CheckProps) {
  const id = useId()
  return (
    <span className="row">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className="check"
        aria-label={labelHidden ? label : undefined}
      />
      {!labelHidden && <label htmlFor={id}>{label}</label>}
    </span>
  )
}
