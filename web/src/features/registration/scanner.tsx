import './registration.css'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenMac } from '../../domain/mac-input.ts'
import { Button } from '../../ui/button.tsx'
import { type CameraTrouble, type CodeReader, cameraTrouble, createCodeReader } from './camera.ts'

type ScannerState = { is: 'starting' } | { is: 'scanning'; other?: string } | { is: CameraTrouble }

const lookEveryMs = 200

interface ScannerProps {
  onFound: (mac: string) => void
  onClose: () => void
}

/** Looks for a hardware address in codes held in front of the camera. Typing stays possible meanwhile. */
export function Scanner({ onFound, onClose }: ScannerProps) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<ScannerState>({ is: 'starting' })

  const take = useEffectEvent((texts: readonly [string, ...string[]]) => {
    const mac = writtenMac(texts)
    if (mac) onFound(mac)
    else setState({ is: 'scanning', other: texts[0] })
  })

  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false

    const look = async (reader: CodeReader) => {
      const picture = video.current
      if (gone || !picture) return
      try {
        const codes = picture.readyState >= picture.HAVE_CURRENT_DATA ? await reader.detect(picture) : []
        const [first, ...more] = codes.map(({ rawValue }) => rawValue)
        if (first !== undefined && !gone) take([first, ...more])
      } catch (error) {
        if (!gone) setState({ is: cameraTrouble(error) })
        return
      }
      if (!gone) timer = setTimeout(() => void look(reader), lookEveryMs)
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        const reader = await createCodeReader()
        if (gone || !video.current) return stop(stream)
        if (!reader) return setState({ is: 'failed' })
        video.current.srcObject = stream
        await video.current.play()
        setState({ is: 'scanning' })
        await look(reader)
      } catch (error) {
        if (!gone) setState({ is: cameraTrouble(error) })
      }
    }
    void start()
    return () => {
      gone = true
      clearTimeout(timer)
      stop(stream)
    }
  }, [])

  const isTrouble = state.is !== 'starting' && state.is !== 'scanning'
  return (
    <section className="scanner" aria-label={t('registration.camera.label')} data-state={state.is}>
      <video ref={video} muted playsInline hidden={state.is !== 'scanning'} />
      {isTrouble ? (
        <p className="err" role="alert">
          <CircleAlert className="icon" aria-hidden="true" />
          {t(`registration.camera.${state.is}`)}
        </p>
      ) : (
        <p className="hint" role="status">
          {state.is === 'scanning' && state.other
            ? t('registration.camera.notAnAddress', { text: state.other.slice(0, 60) })
            : t(`registration.camera.${state.is}`)}
        </p>
      )}
      <Button size="sm" onClick={onClose}>
        {t('registration.camera.close')}
      </Button>
    </section>
  )
}

function stop(stream: MediaStream | undefined) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
