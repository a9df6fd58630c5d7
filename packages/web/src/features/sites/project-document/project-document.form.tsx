import { endpoints, type ProjectDocumentRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { FilesField } from './files-field.tsx'

const document = endpoints.projectDocument

interface DocumentFormProps {
  row: ProjectDocumentRow | undefined
  projectId: number
  /** For photos instead of a document. */
  photos?: boolean
  onClose: () => void
}

/** Adds a document or photos to a project, or edits them. */
export default function ProjectDocumentForm({ row, projectId, photos = false, onClose }: DocumentFormProps) {
  const { t } = useTranslation('project-document')
  const needed = [{ required: true, message: t(($) => $.files.required) }]
  const filesOf = (known: ProjectDocumentRow['files'], isPhoto: boolean) =>
    ({ name: 'files', rules: needed, control: <FilesField known={known} photos={isPhoto} /> }) as const
  if (row) {
    const { id, version, kind, title, files, validUntil, remark } = row
    return (
      <FormDialog
        endpoint={document.update}
        title={t(($) => $.edit)}
        initial={withoutNulls({ kind, title, files: files.map((file) => file.id), validUntil, remark })}
        hidden={{ id, version }}
        fields={['kind', 'title', filesOf(files, kind === 'photo'), 'validUntil', 'remark']}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      endpoint={document.create}
      title={photos ? t(($) => $.addPhotos) : t(($) => $.create)}
      initial={photos ? { kind: 'photo' } : {}}
      hidden={{ projectId }}
      fields={
        photos ? ['title', filesOf([], true), 'remark', 'kind'] : ['kind', 'title', filesOf([], false), 'validUntil', 'remark']
      }
      onClose={onClose}
    />
  )
}
