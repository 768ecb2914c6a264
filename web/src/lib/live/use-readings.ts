import type { ReadingsMessage } from '@eot/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { watchReadings } from './live.ts'

/** Calls back with the readings of a device as they are stored, while mounted. undefined: no device is selected. */
export function useReadings(
  siteId: string,
  deviceId: string | undefined,
  onSamples: (samples: ReadingsMessage['Samples']) => void,
): void {
  const handleSamples = useEffectEvent(onSamples)
  useEffect(() => {
    if (!deviceId) return
    return watchReadings(siteId, deviceId, (samples) => handleSamples(samples))
  }, [siteId, deviceId])
}
