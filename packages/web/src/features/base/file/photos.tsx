import { CameraOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { limits } from '@emberwatch/contract'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/files.ts'
import { labelled } from '../../../i18n/i18n.ts'
import { FileImage } from '../../../kit/file-image.tsx'
import './photos.css'

const types = ['image/png', 'image/jpeg', 'image/gif']

interface PhotosProps {
  ids: readonly string[]
  onRemove?: (id: string) => void
}

/** Thumbnails of stored images. Each opens in full size. */
export const Photos = ({ ids, onRemove }: PhotosProps) => {
  const { t } = useTranslation('file')
  const [open, setOpen] = useState<number>()
  const shown = open === undefined ? undefined : ids[open]
  return (
    <>
      <ul className="ew-photos">
        {ids.map((id, index) => (
          <li key={id}>
            <button
              type="button"
              className="ew-photo"
              aria-label={t(($) => $.photos.open, { number: index + 1 })}
              onClick={() => setOpen(index)}
            >
              <FileImage id={id} alt="" />
            </button>
            {onRemove && (
              <Button
                size="small"
                shape="circle"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t(($) => $.photos.remove, { number: index + 1 })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {shown !== undefined && open !== undefined && (
        <Modal
          open
          centered
          footer={null}
          width={960}
          title={t(($) => $.photos.one, { number: open + 1 })}
          onCancel={() => setOpen(undefined)}
        >
          <FileImage id={shown} alt={t(($) => $.photos.one, { number: open + 1 })} className="ew-photo-full" />
        </Modal>
      )}
    </>
  )
}

interface PhotosFieldProps {
  most: number
  /** Accessible name where there are many such fields: the button then has no text. */
  compact?: string
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Chooses images (specification section 5: up to 1 MB each), stores them, and holds their ids. */
export const PhotosField = ({ most, compact, id, value = [], onChange }: PhotosFieldProps) => {
  const { t } = useTranslation('file')
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])

  const store = async (files: readonly File[]) => {
    const ids = [...value]
    const refused: string[] = []
    setBusy(true)
    for (const file of files.slice(0, most - value.length)) {
      if (!types.includes(file.type)) refused.push(t(($) => $.photos.type, { name: file.name }))
      else if (file.size > limits.imageBytes) refused.push(t(($) => $.photos.size, { name: file.name }))
      else {
        try {
          ids.push(await upload(file, 'photo', { quiet: true }))
        } catch (error) {
          refused.push(labelled(file.name, error instanceof Error ? error.message : String(error)))
        }
      }
    }
    setBusy(false)
    setProblems(refused)
    if (ids.length > value.length) onChange?.(ids)
  }

  return (
    <div className="ew-photos-field">
      <Photos ids={value} {...(busy ? {} : { onRemove: (gone) => onChange?.(value.filter((one) => one !== gone)) })} />
      <input
        ref={chooser}
        type="file"
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={compact ?? t(($) => $.photos.add)}
        multiple
        accept=".png,.jpg,.jpeg,.gif"
        onChange={({ target }) => {
          void store([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={compact === undefined ? <PlusOutlined aria-hidden /> : <CameraOutlined aria-hidden />}
        loading={busy}
        disabled={value.length >= most}
        {...(compact === undefined ? {} : { 'aria-label': compact, title: t(($) => $.photos.hint, { most }) })}
        onClick={() => chooser.current?.click()}
      >
        {compact === undefined && t(($) => $.photos.add)}
      </Button>
      {compact === undefined && <p className="ew-muted">{t(($) => $.photos.hint, { most })}</p>}
      <div role="alert" className="ew-photos-problem">
        {problems.map((problem) => (
          <div key={problem}>{problem}</div>
        ))}
      </div>
    </div>
  )
}
