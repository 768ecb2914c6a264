import { useTranslation } from 'react-i18next'

interface SkeletonProps {
  width?: string
  height: number
}

/** A gray placeholder of the final size. Appears after 200 ms, so that fast responses do not cause a flicker. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return <span className="skeleton late" style={{ width, height }} aria-hidden="true" />
}

/** Placeholder lines of a list or card. */
export function SkeletonRows({
  rows,
  height = 20,
  gap = 20,
}: {
  rows: number
  height?: number
  gap?: number
}) {
  const { t } = useTranslation()
  return (
    <div className="skeleton-rows" style={{ gap }} role="status">
      <span className="vh">{t('list.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <Skeleton key={row} height={height} width={`${100 - ((row * 7) % 24)}%`} />
      ))}
    </div>
  )
}
