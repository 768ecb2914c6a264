import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { markedParts } from './match.ts'
import type { PaletteItem } from './palette-items.ts'

interface PaletteLineProps {
  id: string
  item: PaletteItem
  /** The search text. */
  text: string
  isChosen: boolean
  onChoose: () => void
  onOpen: (inNewTab: boolean) => void
}

/** One result: icon, name with the found parts marked, where it is, and its shortcut. */
export function PaletteLine({ id, item, text, isChosen, onChoose, onOpen }: PaletteLineProps) {
  const Icon = item.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: it is the active descendant of the text field
    <div
      id={id}
      role="option"
      className="palette-line"
      aria-selected={isChosen}
      onPointerMove={isChosen ? undefined : onChoose}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="name">
        {markedParts(item.name, text).map(({ text: part, found }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in order
          found ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
        )}
      </span>
      <span className="detail">{item.detail}</span>
      {item.mark && <Chip tone="outline">{item.mark}</Chip>}
      {item.state && (
        <span className={classNames('state', item.state.level ? `fg-${item.state.level}` : 'muted')}>
          {item.state.level && <Glyph level={item.state.level} />}
          {item.state.text}
        </span>
      )}
      {item.keys && (
        <span className="keys" aria-hidden="true">
          {item.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  )
}
