import { endpoints, type FirmwareEditionDetail, pageHref, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/files.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { GoesOver, Hardware, fileSize } from './edition-cells.tsx'
import { EditionRoutes, EditionSignature } from './edition-facts.tsx'
import './firmware.css'
import { useEditionActions } from './use-edition-actions.tsx'

const { detail, devices } = endpoints.firmwareEdition

const Attachments = ({ row: { attachments } }: { row: FirmwareEditionDetail }) => {
  const { t } = useTranslation('firmware')
  if (attachments.length === 0) return t(($) => $.noAttachments)
  return attachments.map(({ id, name, size }) => (
    <Button key={id} type="link" onClick={() => void download(endpoints.file.read, { id }, name).catch(() => {})}>
      {name} ({fileSize(size)})
    </Button>
  ))
}

const Notes = ({ row: { notesZh, notesEn } }: { row: FirmwareEditionDetail }) => {
  const { t } = useTranslation('firmware')
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.notes)}</h2>
      {notesZh === '' && notesEn === '' && <p className="ew-muted">{t(($) => $.noNotes)}</p>}
      {notesZh !== '' && (
        <p lang="zh" className="ew-firmware-notes">
          {notesZh}
        </p>
      )}
      {notesEn !== '' && (
        <p lang="en" className="ew-firmware-notes">
          {notesEn}
        </p>
      )}
    </section>
  )
}

const Overview = ({ row }: { row: FirmwareEditionDetail }) => {
  const { t } = useTranslation('firmware')
  const shared = { endpoint: detail, row }
  return (
    <>
      <Facts
        {...shared}
        title={t(($) => $.facts)}
        facts={[
          'modelName',
          'modelCode',
          'targetType',
          { field: 'hardware', value: <Hardware revision={row.hardware} /> },
          'editionVersion',
          'package',
          { field: 'initialVersion', value: <GoesOver of={row} /> },
          { field: 'installed', label: t(($) => $.onVersion) },
          'testedBy',
        ]}
      />
      <Facts
        {...shared}
        title={t(($) => $.fileFacts)}
        facts={[
          { field: 'fileName', label: fieldLabel('fileId') },
          { field: 'size', value: fileSize(row.size) },
          { field: 'sha256', value: <Code>{row.sha256}</Code>, wide: true },
          { field: 'attachments', value: <Attachments row={row} />, wide: true },
        ]}
      />
      <Notes row={row} />
      <Facts
        {...shared}
        title={t(($) => $.history)}
        facts={[
          'createdBy',
          'createdAt',
          'releasedBy',
          'releasedAt',
          ...(row.state === 'withdrawn' ? (['withdrawnBy', 'withdrawnAt', { field: 'reason', wide: true }] as const) : []),
        ]}
      />
    </>
  )
}

/** The devices or gateways that last reported this version. */
const Devices = ({ row: { id, targetType } }: { row: FirmwareEditionDetail }) => (
  <ListPage
    embedded
    endpoint={devices}
    fixed={{ id }}
    filters={['keyword']}
    columns={[
      {
        field: 'name',
        render: (each) => (
          <TwoLines small={each.code}>
            <a className="ew-link" href={pageHref(targetType === 'gateway' ? 'gatewayDetail' : 'deviceDetail', { id: each.id })}>
              {each.name}
            </a>
          </TwoLines>
        ),
      },
      'firmware',
      { field: 'hardware', render: ({ hardware }) => hardware ?? '—' },
      'online',
      'projectName',
      'companyName',
      'lastSeenAt',
    ]}
  />
)

const drawStatus = ({ state }: FirmwareEditionDetail) => <StatusTag enumeration="firmwareState" value={state} />
const Withdrawn = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('firmware')
  return <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.withdrawnFor, { reason: reason ?? '—' })} />
}
const drawBanner = ({ state, reason }: FirmwareEditionDetail) => state === 'withdrawn' && <Withdrawn reason={reason} />

/** The page of one firmware edition: its facts, the routes to it, its signature, and the devices on it. */
export default function FirmwareDetailPage() {
  const { t } = useTranslation('firmware')
  const navigate = useNavigate()
  const { actionsOf, dialog } = useEditionActions(() => navigate({ to: pages.firmwareList }))
  const drawTabs = (row: FirmwareEditionDetail) => [
    { key: 'overview', label: t(($) => $.overview), content: <Overview row={row} /> },
    { key: 'routes', label: t(($) => $.routes), content: <EditionRoutes row={row} /> },
    { key: 'signature', label: t(($) => $.signing), content: <EditionSignature row={row} /> },
    { key: 'devices', label: t(($) => $.devices), content: <Devices row={row} /> },
  ]
  return (
    <>
      <DetailPage
        endpoint={detail}
        title={({ name, editionVersion: version }) => (name.includes(version) ? name : t(($) => $.version, { name, version }))}
        status={drawStatus}
        actions={actionsOf}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
