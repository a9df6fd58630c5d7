import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { PhotoCode } from './photo-code.tsx'
import { canScan, codeIn, openReader, type Reader } from './qr-reader.ts'
import { go } from './route.ts'
import { t } from './texts.ts'
import { Button, Notice, TextField } from './ui.tsx'

/** Watches the camera until it sees a code. */
export const Camera = ({ onCode, onFail }: { onCode: (code: string) => void; onFail: () => void }) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const look = async (reader: Reader) => {
      const text = await reader.read(element).catch(() => undefined)
      if (gone) return
      if (text !== undefined && text !== '') onCode(codeIn(text))
      else timer = setTimeout(() => void look(reader), 200)
    }
    const open = async () => {
      const reader = await openReader()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (gone) return stream.getTracks().forEach((track) => track.stop())
      element.srcObject = stream
      await element.play()
      void look(reader)
    }
    open().catch(() => {
      if (!gone) onFail()
    })
    return () => {
      gone = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [onCode, onFail])
  return <video ref={video} className="m-camera" muted playsInline aria-label={t.scan.title} />
}

const open = (code: string) => go('found', code)

/** Finds a device or gateway by its label. */
export const ScanPage = () => {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [camera, setCamera] = useState<'off' | 'on' | 'failed'>('off')
  const fail = useCallback(() => setCamera('failed'), [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (code.trim() !== '') open(code.trim())
  }
  return (
    <main className="m-page">
      <h1>{t.scan.title}</h1>
      <p>{t.scan.hint}</p>
      {camera === 'on' && <Camera onCode={open} onFail={fail} />}
      {camera === 'failed' && <Notice tone="fault">{t.scan.noCamera}</Notice>}
      {canScan() ? (
        <Button onClick={() => setCamera(camera === 'on' ? 'off' : 'on')}>{camera === 'on' ? t.scan.stop : t.scan.camera}</Button>
      ) : (
        <>
          <Notice tone="neutral">{t.scan.noDetector}</Notice>
          <PhotoCode onCode={open} />
        </>
      )}
      <form noValidate onSubmit={submit}>
        <TextField
          label={t.scan.code}
          name="code"
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={80}
          value={code}
          onText={setCode}
          error={tried && code.trim() === '' ? t.scan.empty : undefined}
        />
        <Button type="submit" kind="primary">
          {t.scan.find}
        </Button>
      </form>
    </main>
  )
}
