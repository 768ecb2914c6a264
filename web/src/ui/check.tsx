import { type ComponentProps, useId } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
  /** The label is read aloud but not shown, as in a table's first column. */
  labelHidden?: boolean
}

/** A choice that is on or off, as a real checkbox. */
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
