import { UploadOutlined } from '@ant-design/icons'
import { endpoints, type InputOf } from '@emberwatch/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '../../i18n/i18n.ts'
import { download, upload } from '../../api/files.ts'
import { FileImage } from '../file-image.tsx'
import { imageSize } from './image-size.ts'
import './upload-field.css'

interface UploadFieldProps {
  purpose: NonNullable<InputOf<typeof endpoints.file.upload>['purpose']>
  /** Extensions such as `.png`. The server checks the content. */
  accept: readonly string[]
  /** Maximum size in bytes. */
  most: number
  /** The requirements as text, shown below the button. */
  hint: string
  /** Name of the content, for the buttons' labels. */
  label: string
  /** Images with more than this many million pixels are refused before they are sent. */
  megapixels?: number
  /** Shows the stored image. */
  image?: true
  /** Recommended size in pixels. Other sizes are accepted with a hint. */
  advised?: { readonly width: number; readonly height: number }
  /** Shows the upload progress: for large files. */
  progress?: true
  /** Name under which the stored file is saved. */
  fileName?: string
  id?: string
  value?: string | undefined
  onChange?: (fileId: string | undefined) => void
}

const endsIn = (name: string, accept: readonly string[]) => accept.some((extension) => name.toLowerCase().endsWith(extension))

/** The size in pixels of an image that the browser can read. */
const sizeOf = async (file: File): Promise<{ width: number; height: number } | undefined> => {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  return bitmap && { width: bitmap.width, height: bitmap.height }
}

/** Chooses one file, stores it, and holds its id. Errors are shown next to the button until another file is chosen. */
export const UploadField = (props: UploadFieldProps) => {
  const { purpose, accept, most, hint, label, image, megapixels, advised, progress, fileName, id, value, onChange } = props
  const { t } = useTranslation('kit')
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [fitted, setFitted] = useState<string>()
  const [name, setName] = useState(fileName)

  const store = async (file: File) => {
    if (!endsIn(file.name, accept)) return setProblem(t(($) => $.upload.type, { types: listed(accept) }))
    if (file.size > most) return setProblem(t(($) => $.upload.size, { limit: most / 1_048_576 }))
    const pixels = megapixels === undefined ? undefined : await imageSize(file)
    if (megapixels !== undefined && pixels && pixels.width * pixels.height > megapixels * 1e6)
      return setProblem(
        t(($) => $.upload.pixels, { ...pixels, limit: megapixels, found: Math.round((pixels.width * pixels.height) / 1e6) }),
      )
    setProblem(undefined)
    setFitted(undefined)
    setBusy(true)
    try {
      onChange?.(await upload(file, purpose, progress ? { quiet: true, onSent: setSent } : { quiet: true }))
      setName(file.name)
      const size = advised && (await sizeOf(file))
      if (size && (size.width !== advised.width || size.height !== advised.height)) setFitted(t(($) => $.upload.fitted, size))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
      setSent(undefined)
    }
  }

  return (
    <div className="ew-upload">
      {value && image && <FileImage id={value} alt={label} className="ew-upload-image" />}
      <div className="ew-upload-buttons">
        <input
          ref={chooser}
          type="file"
          className="ew-visually-hidden"
          tabIndex={-1}
          aria-label={t(($) => $.upload.choose, { label })}
          accept={accept.join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void store(file)
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
        <Button
          {...(id === undefined ? {} : { id })}
          icon={<UploadOutlined aria-hidden />}
          loading={busy}
          onClick={() => chooser.current?.click()}
        >
          {value ? t(($) => $.upload.replace) : t(($) => $.upload.upload)}
        </Button>
        {value && !image && (
          <Button type="link" onClick={() => void download(endpoints.file.read, { id: value }, name ?? label).catch(() => {})}>
            {t(($) => $.upload.save)}
          </Button>
        )}
        {value && !image && name !== undefined && <span className="ew-upload-name">{name}</span>}
        {value && (
          <Button type="link" aria-label={t(($) => $.upload.removeOf, { label })} onClick={() => onChange?.(undefined)}>
            {t(($) => $.upload.remove)}
          </Button>
        )}
      </div>
      {sent !== undefined && <progress className="ew-upload-sent" aria-label={label} max={100} value={Math.round(sent * 100)} />}
      <p className="ew-muted">{hint}</p>
      {fitted && (
        <p role="status" className="ew-muted">
          {fitted}
        </p>
      )}
      <div role="alert" className="ew-upload-problem">
        {problem}
      </div>
    </div>
  )
}
