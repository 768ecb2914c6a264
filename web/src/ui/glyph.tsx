export type Level = 'critical' | 'serious' | 'caution' | 'info' | 'ok' | 'idle'

/** An outline and a mark inside it, so that the severity does not depend on color. */
const shapes: Record<Exclude<Level, 'idle'>, [outline: string, mark: string]> = {
  critical: ['M5 1h6l4 4v6l-4 4H5l-4-4V5z', 'M8 4.5v4M8 11.2v.1'],
  serious: ['M8 1.2 15.4 14.4H.6z', 'M8 6v4M8 12.2v.1'],
  caution: ['M8 .8 15.2 8 8 15.2.8 8z', 'M8 4.8v3.8M8 11v.1'],
  info: ['M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', 'M8 7.5v3.8M8 4.8v.1'],
  ok: ['M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', 'M5 8.3l2.1 2.1L11 6.2'],
}

interface GlyphProps {
  level: Level
  /** Accessible name. Omit it where a word beside the shape says the same. */
  label?: string
}

export function Glyph({ level, label }: GlyphProps) {
  return (
    <>
      <svg className={`glyph g-${level}`} viewBox="0 0 16 16" aria-hidden="true">
        {level === 'idle' ? (
          <>
            <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
            <path d="M4 12 12 4" stroke="currentColor" strokeWidth="2" />
          </>
        ) : (
          <>
            <path
              d={shapes[level][0]}
              fill="currentColor"
              stroke="currentColor"
              strokeWidth="1"
              strokeLinejoin="round"
            />
            <path
              d={shapes[level][1]}
              fill="none"
              stroke="var(--glyph-ink)"
              strokeWidth="1.8"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        )}
      </svg>
      {label && <span className="vh">{label}</span>}
    </>
  )
}
