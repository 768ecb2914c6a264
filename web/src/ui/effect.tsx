import { numberText } from '../texts/number-format.ts'
import './effects.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph, type Level } from './glyph.tsx'

interface EffectProps {
  icon?: LucideIcon
  level?: Level
  n?: number
  note?: ReactNode
  children: ReactNode
}

/** The effect of an action on one kind of record, in a list with the class `fx` that is shown before the action runs. */
export function Effect({ icon: Icon, level, n, note, children }: EffectProps) {
  return (
    <li>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {level && <Glyph level={level} />}
      <span>{children}</span>
      {n !== undefined && <span className="n">{numberText(n)}</span>}
      {note && <small>{note}</small>}
    </li>
  )
}
