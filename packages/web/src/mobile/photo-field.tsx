import { useEffect, useId, useState } from 'react'
import { shrinkPhoto } from '../kit/shrink-photo.ts'
import { localPhoto, localIdOf, photosIn } from './steps.ts'
import { newId, write, read, remove } from './store.ts'
import { photoOf } from './orders.ts'
import { useQueue } from './offline-queue.ts'
import { t } from './texts.ts'

/** Maximum size of a stored photo: the server's limit with a margin (bytes). */
const heaviest = 950_000

/** Stores a photo on the phone, scaled down for a bad connection, and returns the name by which a step refers to it. @throws if the file is not an image */
export const keepPhoto = async (file: Blob): Promise<string> => {
  const small = await shrinkPhoto(file, heaviest)
  if (!small) throw new Error('no image')
  const id = newId()
  await write(`photo/${id}`, small)
  return localPhoto(id)
}

/** A photo taken on this phone, read from the server once it is only there. */
const ownPhoto = async (id: string): Promise<Blob | undefined> => {
  const here = await read<Blob>(`photo/${id}`)
  if (here) return here
  const sent = await read<string>(`sent-photo/${id}`)
  return sent === undefined ? undefined : photoOf(sent)
}

/** A photo, on this phone (`local:<id>`) or on the server. */
export const Photo = ({ photo, alt }: { photo: string; alt: string }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let gone = false
    const local = localIdOf(photo)
    const found = local === null ? photoOf(photo) : ownPhoto(local)
    found.then(
      (blob) => {
        if (gone || !blob) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      gone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [photo])
  return url === undefined ? (
    <span className="m-photo m-photo-empty" role="img" aria-label={alt} />
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      <img className="m-photo" src={url} alt={alt} />
    </a>
  )
}

/** Removes a photo from this phone, unless a waiting step needs it. */
export const forgetPhoto = (photo: string): void => {
  const local = localIdOf(photo)
  const isNeeded = useQueue.getState().steps.some(({ input }) => photosIn(input).includes(local ?? ''))
  if (local !== null && !isNeeded) void remove(`photo/${local}`)
}

interface PhotoFieldProps {
  label: string
  photos: readonly string[]
  most: number
  onChange: (photos: string[]) => void
}

/** Photos from the camera, stored on the phone at once. */
export const PhotoField = ({ label, photos, most, onChange }: PhotoFieldProps) => {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isFull = photos.length >= most

  const add = async (files: FileList | null) => {
    setBusy(true)
    setProblem(undefined)
    const kept: string[] = []
    for (const file of [...(files ?? [])].slice(0, most - photos.length)) {
      try {
        kept.push(await keepPhoto(file))
      } catch {
        setProblem(t.photo.unreadable)
      }
    }
    setBusy(false)
    if (kept.length > 0) onChange([...photos, ...kept])
  }

  const drop = (photo: string) => {
    forgetPhoto(photo)
    onChange(photos.filter((each) => each !== photo))
  }

  return (
    <div className="m-field" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="m-label">
        {label}
      </span>
      {photos.length > 0 && (
        <ul className="m-photos">
          {photos.map((photo, index) => (
            <li key={photo}>
              <Photo photo={photo} alt={t.order.photo(index + 1)} />
              <button type="button" className="m-close" aria-label={t.photo.remove(index + 1)} onClick={() => drop(photo)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        className="m-file"
        type="file"
        accept="image/*"
        multiple
        disabled={isFull || busy}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const { target } = event
          void add(target.files).then(() => (target.value = ''))
        }}
      />
      <label htmlFor={id} className={`m-button m-plain${isFull ? ' m-off' : ''}`} aria-busy={busy}>
        {t.photo.take}
      </label>
      <small id={`${id}-hint`}>{t.photo.most(most)}</small>
      {problem !== undefined && (
        <small role="alert" className="m-error">
          {problem}
        </small>
      )}
    </div>
  )
}
