import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

type Variant = 'primary' | 'danger' | 'ghost'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: Variant
  size?: 'sm' | 'lg'
  icon?: LucideIcon
  block?: boolean
  className?: string
}

/** A button with text. The icon is decorative. */
export function Button({ variant, size, icon: Icon, block, className, children, ...rest }: ButtonProps) {
  const classes = classNames('btn', variant, size, block && 'block', className)
  return (
    <button type="button" {...rest} className={classes}>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'children'> {
  icon: LucideIcon
  /** Accessible name, also shown on hover. */
  label: string
  size?: 'sm'
  variant?: Variant
  className?: string
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, size, variant = 'ghost', className, ...rest } = props
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={classNames('btn icon-only', variant, size, className)}
      aria-label={label}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  )
}
