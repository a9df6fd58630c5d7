import { CloseOutlined, UploadOutlined } from '@ant-design/icons'
import { endpoints, type CustomerContractRow, type InputOf } from '@emberwatch/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, upload } from '../../../api/files.ts'
import { labelled } from '../../../i18n/i18n.ts'
import { inputFacts } from '../../../kit/schema.ts'
import '../../../kit/form/upload-field.css'
import './contract-files.css'

type StoredFile = Pick<CustomerContractRow['files'][number], 'id' | 'name'>

/** What a field of files accepts. */
interface FilesRule {
  readonly purpose: NonNullable<InputOf<typeof endpoints.file.upload>['purpose']>
  /** Extensions; the server checks the content. */
  readonly accept: readonly string[]
  readonly most: number
  /** The extensions in words. Default: those of contracts. */
  readonly types?: string
}

/** The server's default for attachments (readings.md); its own setting decides. */
const megabytes = 20
const ofContracts: FilesRule = {
  purpose: 'attachment',
  accept: ['.pdf', '.png', '.jpg', '.jpeg'],
  most: inputFacts(endpoints.customerContract.create)['files']?.maxItems ?? 1,
}

const FileLink = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation('customer-contract')
  return (
    <button
      type="button"
      className="ew-contract-file"
      title={file.name}
      aria-label={t(($) => $.openFile, { name: file.name })}
      // A failure has been shown by the call.
      onClick={() => void download(endpoints.file.read, { id: file.id }, file.name).catch(() => {})}
    >
      {file.name}
    </button>
  )
}

/** The files of a contract, each with a download link. */
export const ContractFiles = ({ files }: { files: readonly StoredFile[] }) => {
  if (files.length === 0) return <>—</>
  return (
    <ul className="ew-contract-files">
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  )
}

interface FilesFieldProps {
  /** Files that the contract already has, with their names. */
  known: readonly StoredFile[]
  rule?: FilesRule
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Chooses files, stores them, and holds their ids. */
export const FilesField = ({ known, rule = ofContracts, id, value = [], onChange }: FilesFieldProps) => {
  const { purpose, accept, most, types } = rule
  const { t } = useTranslation('customer-contract')
  const chooser = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const nameOf = (fileId: string) => [...known, ...added].find((file) => file.id === fileId)?.name ?? fileId

  const store = async (files: readonly File[]) => {
    const stored: StoredFile[] = []
    const refused: string[] = []
    setBusy(true)
    for (const file of files) {
      const { name } = file
      if (value.length + stored.length >= most) {
        refused.push(t(($) => $.form.full, { most }))
        break
      }
      if (!accept.some((extension) => name.toLowerCase().endsWith(extension)))
        refused.push(types === undefined ? t(($) => $.form.wrongType, { name }) : t(($) => $.form.wrongKind, { name, types }))
      else if (file.size > megabytes * 1_048_576) refused.push(t(($) => $.form.tooLarge, { name, size: megabytes }))
      else {
        try {
          stored.push({ id: await upload(file, purpose, { quiet: true }), name })
        } catch (error) {
          refused.push(labelled(name, error instanceof Error ? error.message : String(error)))
        }
      }
    }
    setBusy(false)
    setProblems(refused)
    setAdded([...added, ...stored])
    if (stored.length > 0) onChange?.([...value, ...stored.map((file) => file.id)])
  }

  return (
    <div className="ew-upload">
      {value.length > 0 && (
        <ul className="ew-contract-files">
          {value.map((fileId) => (
            <li key={fileId}>
              <FileLink file={{ id: fileId, name: nameOf(fileId) }} />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                disabled={busy}
                aria-label={t(($) => $.form.removeFile, { name: nameOf(fileId) })}
                onClick={() => onChange?.(value.filter((one) => one !== fileId))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={t(($) => $.form.addFile)}
        accept={accept.join(',')}
        onChange={({ target }) => {
          void store([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button
        {...(id === undefined ? {} : { id })}
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        disabled={value.length >= most}
        title={value.length >= most ? t(($) => $.form.full, { most }) : ''}
        onClick={() => chooser.current?.click()}
      >
        {t(($) => $.form.addFile)}
      </Button>
      <p className="ew-muted">
        {types === undefined
          ? t(($) => $.form.files, { most, size: megabytes })
          : t(($) => $.form.filesOf, { types, most, size: megabytes })}
      </p>
      <div role="alert" className="ew-upload-problem">
        {problems.map((problem) => (
          <div key={problem}>{problem}</div>
        ))}
      </div>
    </div>
  )
}
