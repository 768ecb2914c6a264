import { Skeleton } from '../../ui/skeleton.tsx'

/** Of the size of chart and tiles, so that nothing jumps when they come. */
export function LiveSkeleton() {
  return (
    <div className="stack live-skeleton">
      <Skeleton height={388} />
      <Skeleton height={236} />
      <Skeleton height={236} />
    </div>
  )
}
