import { endpoints, type FirmwareEditionDetail } from '@emberwatch/contract'
import { Alert, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { FilesField } from '../../sites/project-document/files-field.tsx'

const { save, version: versions, detail } = endpoints.firmwareEdition

/** The server's default for firmware (readings.md); its own setting decides. */
const megabytes = 32
/** Maximum number of existing versions listed. */
const named = 5

/** The existing versions of the chosen model, and the next one. */
const KnownVersions = () => {
  const { t } = useTranslation('firmware')
  const modelId = Form.useWatch<number | undefined>('modelId')
  const known = useCall(versions, { modelId: modelId ?? 1 }, { enabled: modelId !== undefined }).data
  if (modelId === undefined || !known) return t(($) => $.versionHint)
  const { list, next } = known
  if (list.length === 0) return t(($) => $.versionsNone, { next })
  const words = list
    .slice(0, named)
    .map(({ editionVersion, state }) => `${editionVersion} (${enumLabel('firmwareState', state)})`)
  return t(($) => $.versionsOf, { versions: listed(words), next })
}

const attachmentsOf = (row?: FirmwareEditionDetail) => ({
  name: 'attachments' as const,
  control: <FilesField known={(row?.attachments ?? []).map((file) => ({ ...file, image: false }))} photos={false} />,
})

/** The fields with information for people. */
const describing = ['notesZh', 'notesEn', 'testedBy'] as const

const ReleasedForm = ({ row, onClose }: { row: FirmwareEditionDetail; onClose: () => void }) => {
  const { t } = useTranslation('firmware')
  const { id, version, name, modelId, hardware, editionVersion, package: kind, initialVersion, fileId, makerSignature } = row
  const { notesZh, notesEn, testedBy } = row
  return (
    <FormDialog
      drawer
      width={680}
      endpoint={save}
      title={t(($) => $.edit)}
      fields={['name', ...describing, attachmentsOf(row)]}
      initial={{ name, notesZh, notesEn, testedBy, attachments: row.attachments.map((file) => file.id) }}
      hidden={{
        id,
        version,
        modelId,
        editionVersion,
        package: kind,
        fileId,
        ...(hardware === '' ? {} : { hardware }),
        ...withoutNulls({ initialVersion, makerSignature }),
      }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.fixedHint)} />
    </FormDialog>
  )
}

const DraftForm = ({ row, onClose }: { row?: FirmwareEditionDetail; onClose: () => void }) => {
  const { t } = useTranslation('firmware')
  const file = (
    <UploadField
      purpose="firmware"
      accept={['.bin', '.img', '.fw', '.dat']}
      most={megabytes * 1_048_576}
      label={fieldLabel('fileId')}
      hint={t(($) => $.fileHint, { limit: megabytes })}
      progress
      {...(row ? { fileName: row.fileName } : {})}
    />
  )
  const initial = row
    ? {
        ...withoutNulls({ initialVersion: row.initialVersion, makerSignature: row.makerSignature }),
        ...(row.hardware === '' ? {} : { hardware: row.hardware }),
        name: row.name,
        modelId: row.modelId,
        editionVersion: row.editionVersion,
        package: row.package,
        fileId: row.fileId,
        notesZh: row.notesZh,
        notesEn: row.notesEn,
        testedBy: row.testedBy,
        attachments: row.attachments.map(({ id }) => id),
      }
    : { package: 'full' as const }
  return (
    <FormDialog
      drawer
      width={680}
      endpoint={save}
      title={row ? t(($) => $.edit) : t(($) => $.create)}
      fields={[
        'name',
        { name: 'modelId', label: fieldLabel('modelName'), source: endpoints.deviceModel.select },
        { name: 'hardware', hint: t(($) => $.hardwareHint) },
        { name: 'editionVersion', hint: <KnownVersions /> },
        'package',
        { name: 'initialVersion', hint: t(($) => $.initialHint) },
        { name: 'fileId', control: file },
        { name: 'expectedSha256', hint: t(($) => $.expectedHint) },
        { name: 'makerSignature', hint: t(($) => $.makerHint) },
        ...describing,
        attachmentsOf(row),
      ]}
      initial={initial}
      hidden={row ? { id: row.id, version: row.version } : {}}
      onClose={onClose}
    />
  )
}

const EditForm = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const row = useCall(detail, { id }).data
  if (!row) return null
  return row.state === 'draft' ? <DraftForm row={row} onClose={onClose} /> : <ReleasedForm row={row} onClose={onClose} />
}

/** Creates or edits an edition. */
export default function EditionForm({ row, onClose }: { row?: { id: number } | undefined; onClose: () => void }) {
  return row ? <EditForm id={row.id} onClose={onClose} /> : <DraftForm onClose={onClose} />
}
