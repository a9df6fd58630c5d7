import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../api/files.ts'
import { Photos } from '../order/photos.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

interface PhotoPickerProps {
  most: number
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Takes photos with a phone's camera or from the disk, makes them small enough, stores them, and holds their ids. */
export const PhotoPicker = ({ most, id, value = [], onChange }: PhotoPickerProps) => {
  const { t } = useTranslation('alarm-work')
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])

  const store = async (files: readonly File[]) => {
    const ids = [...value]
    const refused: string[] = []
    setBusy(true)
    for (const file of files) {
      if (ids.length >= most) {
        refused.push(t(($) => $.photos.tooMany, { name: file.name, most }))
        continue
      }
      try {
        const photo = await shrinkPhoto(file)
        if (photo) ids.push(await upload(photo, 'photo', { quiet: true }))
        else refused.push(t(($) => $.photos.unreadable, { name: file.name }))
      } catch (error) {
        refused.push(`${file.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    setBusy(false)
    setProblems(refused)
    if (ids.length > value.length) onChange?.(ids)
  }

  return (
    <div className="ew-alarm-photos">
      <Photos ids={value} {...(busy ? {} : { onRemove: (gone) => onChange?.(value.filter((one) => one !== gone)) })} />
      <input
        ref={chooser}
        type="file"
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={t(($) => $.photos.add)}
        multiple
        accept="image/png,image/jpeg,image/gif"
        onChange={({ target }) => {
          void store([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={<CameraOutlined />}
        loading={busy}
        disabled={value.length >= most}
        onClick={() => chooser.current?.click()}
      >
        {t(($) => $.photos.add)}
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
