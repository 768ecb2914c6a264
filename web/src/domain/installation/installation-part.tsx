import { Glyph, type Level } from '../../ui/glyph.tsx'

/** A line of a card about the installation. */
export function InstallationPart({
  level,
  name,
  children,
}: {
  level: Level
  name: string
  children: string
}) {
  return (
    <div>
      <Glyph level={level} />
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
