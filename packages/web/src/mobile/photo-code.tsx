import { useId, useState } from 'react'
import { codeIn, readPhoto } from './qr-reader.ts'
import { t } from './texts.ts'

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
