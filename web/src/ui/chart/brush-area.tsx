import './brush-area.css'

interface BrushAreaProps {
  /** In pixels. null: nothing is selected. */
  span: readonly [left: number, right: number] | null
  y: number
  height: number
}

/** Shows what is selected by dragging. What is below it stays visible. */
export const BrushArea = ({ span, y, height }: BrushAreaProps) =>
  span && <rect className="brush" x={span[0]} width={span[1] - span[0]} y={y} height={height} />
