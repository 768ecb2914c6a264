import type { LucideIcon } from 'lucide-react'
import { type CSSProperties, isValidElement, type ReactNode } from 'react'

/** A small colored square with an icon or up to three letters. Hidden from screen readers. */
export function IconChip({ color, mark }: { color: string; mark: LucideIcon | ReactNode }) {
  const style = { '--kc': color } as CSSProperties // React's type has no custom properties
  if (isIcon(mark)) {
    const Icon = mark
    return (
      <span className="kind-ic" style={style} aria-hidden="true">
        <Icon className="icon" />
      </span>
    )
  }
  return (
    <span className="kind-ic kt" style={style} aria-hidden="true">
      {mark}
    </span>
  )
}

const isIcon = (mark: LucideIcon | ReactNode): mark is LucideIcon =>
  typeof mark === 'object' && mark !== null && '$$typeof' in mark && !isValidElement(mark)
