import { useId, useState, useCallback, useEffect, useRef, type SubmitEvent } from 'react'
import { codeIn, readPhoto, canScan, openReader, type Reader } from './qr-reader.ts'
import { t } from './texts.ts'
import { go } from './route.ts'
import { Button, Notice, TextField } from './ui.tsx'

/** For pages without https, where browsers open no camera: a photo of the code is taken and read. */
export const PhotoCode = ({ onCode }: { onCode: (code: string) => void }) => {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [nothing, setNothing] = useState(false)
  const look = async (photo: File | undefined) => {
    if (!photo) return
    setBusy(true)
    setNothing(false)
    const text = await readPhoto(photo).catch(() => undefined)
    setBusy(false)
    if (text === undefined || text === '') setNothing(true)
    else onCode(codeIn(text))
  }
  return (
    <div className="m-field">
      <input
        id={id}
        className="m-file"
        type="file"
        accept="image/*"
        capture="environment"
        disabled={busy}
        onChange={({ target }) => {
          void look(target.files?.[0]).then(() => (target.value = ''))
        }}
      />
      <label htmlFor={id} className="m-button m-plain" aria-busy={busy}>
        {t.scan.photo}
      </label>
      {nothing && (
        <small role="alert" className="m-error">
          {t.scan.noCode}
        </small>
      )}
    </div>
  )
}

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
