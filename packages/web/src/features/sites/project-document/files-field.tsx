import { CameraOutlined, CloseOutlined, FileOutlined, UploadOutlined } from '@ant-design/icons'
import { documentFilesMax, limits, type ProjectDocumentRow } from '@emberwatch/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/files.ts'
import { labelled } from '../../../i18n/i18n.ts'
import { FileImage } from '../../../kit/file-image.tsx'
import { shrinkPhoto } from '../../../kit/shrink-photo.ts'
import '../../../kit/form/upload-field.css'
import './project-document.css'

type StoredFile = Pick<ProjectDocumentRow['files'][number], 'id' | 'name' | 'image'>

const accept = '.png,.jpg,.jpeg,.gif,.pdf,.docx,.xlsx,.zip,.mp4,.mp3,.txt'

interface FilesFieldProps {
  /** Files that the document already has. */
  known: readonly StoredFile[]
  /** Offers photos first, from a phone's camera. */
  photos: boolean
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Chooses files or takes photos, stores them, and holds their ids. Refused files are reported next to it. */
export const FilesField = ({ known, photos, id, value = [], onChange }: FilesFieldProps) => {
  const { t } = useTranslation('project-document')
  const chooser = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const files = [...known, ...added]
  const chosen = value.flatMap((fileId) => files.find((file) => file.id === fileId) ?? [])

  const store = async (picked: readonly File[]) => {
    const stored: StoredFile[] = []
    const refused: string[] = []
    setBusy(true)
    for (const file of picked) {
      if (value.length + stored.length >= documentFilesMax) {
        refused.push(t(($) => $.files.tooMany, { most: documentFilesMax }))
        break
      }
      try {
        const isHeavy = file.type.startsWith('image/') && file.size > limits.imageBytes
        const sent = (isHeavy && (await shrinkPhoto(file, limits.imageBytes))) || file
        stored.push({
          id: await upload(sent, 'attachment', { quiet: true }),
          name: sent.name,
          image: sent.type.startsWith('image/'),
        })
      } catch (error) {
        refused.push(labelled(file.name, error instanceof Error ? error.message : String(error)))
      }
    }
    setBusy(false)
    setProblems(refused)
    setAdded([...added, ...stored])
    if (stored.length > 0) onChange?.([...value, ...stored.map((file) => file.id)])
  }

  return (
    <div className="ew-upload">
      <ul className="ew-document-chosen">
        {chosen.map(({ id: fileId, name, image }) => (
          <li key={fileId}>
            {image ? <FileImage id={fileId} alt="" className="ew-document-thumb" /> : <FileOutlined aria-hidden />}
            <span>{name}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              disabled={busy}
              aria-label={t(($) => $.files.remove, { name })}
              onClick={() => onChange?.(value.filter((one) => one !== fileId))}
            />
          </li>
        ))}
      </ul>
      <input
        ref={chooser}
        type="file"
        multiple
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={photos ? t(($) => $.files.camera) : t(($) => $.files.add)}
        accept={photos ? 'image/png,image/jpeg,image/gif' : accept}
        onChange={({ target }) => {
          void store([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={photos ? <CameraOutlined aria-hidden /> : <UploadOutlined aria-hidden />}
        loading={busy}
        disabled={value.length >= documentFilesMax}
        onClick={() => chooser.current?.click()}
      >
        {photos ? t(($) => $.files.camera) : t(($) => $.files.add)}
      </Button>
      <p className="ew-muted">{t(($) => $.files.hint, { most: documentFilesMax })}</p>
      <div role="alert" className="ew-upload-problem">
        {problems.map((problem) => (
          <div key={problem}>{problem}</div>
        ))}
      </div>
    </div>
  )
}
