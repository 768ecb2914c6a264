/** The fill of hatched areas, which mean "no data". Used as `url(#id)`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="7" height="7" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
        <line x1="0" y1="0" x2="0" y2="7" stroke="var(--hatch)" strokeWidth="3" />
      </pattern>
    </defs>
  )
}
