import { Skeleton } from '../../ui/skeleton.tsx'

/** Has the size of chart and tiles, so that nothing moves when they load. */
export function LiveSkeleton() {
  return (
    <div className="stack live-skeleton">
      <Skeleton height={388} />
      <Skeleton height={236} />
      <Skeleton height={236} />
    </div>
  )
}
