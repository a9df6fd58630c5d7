import { Button } from 'antd'
import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { CameraOutlined } from '@ant-design/icons'
import { limits } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/files.ts'
import { labelled } from '../../../i18n/i18n.ts'
import { shrinkPhoto } from '../../../kit/shrink-photo.ts'
import { Photos } from '../../base/file/photos.tsx'

interface MediaPickerProps {
  most: number
  accept: string
  icon: ReactNode
  add: string
  /** The message for a file beyond the maximum number. */
  tooMany: (name: string) => string
  purpose: 'photo' | 'video'
  /** Stores a file and returns its id, or a message why it cannot be stored. */
  prepare: (file: File) => Promise<File | string>
  /** Shows the chosen files; none can be removed while another is being stored. */
  Shown: ComponentType<{ ids: readonly string[]; onRemove?: (id: string) => void }>
  id?: string | undefined
  value: readonly string[]
  onChange?: ((ids: string[]) => void) | undefined
}

/** Takes pictures with a phone's camera or from the disk, stores them, and holds their ids. */
export const MediaPicker = ({
  most,
  accept,
  icon,
  add,
  tooMany,
  purpose,
  prepare,
  Shown,
  id,
  value,
  onChange,
}: MediaPickerProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])

  const storeAll = async (files: readonly File[]) => {
    const ids = [...value]
    const refused: string[] = []
    setBusy(true)
    for (const file of files) {
      if (ids.length >= most) {
        refused.push(tooMany(file.name))
        continue
      }
      try {
        const ready = await prepare(file)
        if (typeof ready === 'string') refused.push(ready)
        else ids.push(await upload(ready, purpose, { quiet: true }))
      } catch (error) {
        refused.push(labelled(file.name, error instanceof Error ? error.message : String(error)))
      }
    }
    setBusy(false)
    setProblems(refused)
    if (ids.length > value.length) onChange?.(ids)
  }

  return (
    <div>
      <Shown ids={value} {...(busy ? {} : { onRemove: (gone) => onChange?.(value.filter((one) => one !== gone)) })} />
      <input
        ref={chooser}
        type="file"
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={add}
        multiple
        accept={accept}
        onChange={({ target }) => {
          void storeAll([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={icon}
        loading={busy}
        disabled={value.length >= most}
        onClick={() => chooser.current?.click()}
      >
        {add}
      </Button>
      {problems.length > 0 && (
        <ul role="alert" className="ew-alarm-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A photo within the size that can be stored (specification section 5: 1 MB). Phones produce five times as much. */
const storable = (file: File): Promise<File | undefined> => {
  const isLight = file.size <= limits.imageBytes && /^image\/(png|jpeg|gif)$/.test(file.type)
  return shrinkPhoto(file, limits.imageBytes, (pixels) => isLight && pixels <= limits.imageMegapixels * 1e6)
}

interface PhotoPickerProps {
  most: number
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Picks photos, scaled down so that they can be stored. */
export const PhotoPicker = ({ most, id, value = [], onChange }: PhotoPickerProps) => {
  const { t } = useTranslation('alarm-detail')
  return (
    <MediaPicker
      most={most}
      accept="image/png,image/jpeg,image/gif"
      icon={<CameraOutlined aria-hidden />}
      add={t(($) => $.photos.add)}
      tooMany={(name) => t(($) => $.photos.tooMany, { name, most })}
      purpose="photo"
      prepare={async (file) => (await storable(file)) ?? t(($) => $.photos.unreadable, { name: file.name })}
      id={id}
      value={value}
      onChange={onChange}
      Shown={Photos}
    />
  )
}
