import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Glyph, type Level } from './glyph.tsx'

interface ChipProps {
  tone?: Level | 'accent' | 'outline'
  icon?: LucideIcon
  /** A severity shape instead of an icon. */
  glyph?: Level
  children: ReactNode
}

export function Chip({ tone, icon: Icon, glyph, children }: ChipProps) {
  return (
    <span className={classNames('chip', tone)}>
      {glyph && <Glyph level={glyph} />}
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </span>
  )
}
