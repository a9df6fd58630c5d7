import { endpoints, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useCan } from '../../../session/me.tsx'
import { GoesOver, Hardware, fileSize } from './edition-cells.tsx'
import { useEditionActions } from './use-edition-actions.tsx'

const { firmwareEdition, firmwareKey, deviceModel } = endpoints

/** The first steps, shown as long as nothing can be released. */
const FirstSteps = () => {
  const { t } = useTranslation('firmware')
  const mayMake = useCan()('firmwareKey:make')
  const keys = useCall(firmwareKey.list, {}, { enabled: mayMake }).data
  if (keys?.length !== 0) return null
  return (
    <Alert
      className="ew-form-alert"
      type="info"
      showIcon
      title={t(($) => $.firstTitle)}
      description={t(($) => $.firstSteps, { keys: t(($) => $.keys), create: t(($) => $.create), release: t(($) => $.release) })}
    />
  )
}

/** The firmware of all models. */
export default function FirmwareListPage() {
  const { t } = useTranslation('firmware')
  const { toolbar, actionsOf, dialog } = useEditionActions()
  return (
    <>
      <ListPage
        endpoint={firmwareEdition.page}
        exporter={firmwareEdition.export}
        filters={[
          'keyword',
          { kind: 'remote', name: 'modelId', endpoint: deviceModel.select, label: fieldLabel('modelName') },
          'state',
          'targetType',
          'package',
          'editionVersion',
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'name',
            render: ({ id, name, modelName }) => (
              <TwoLines small={modelName}>
                <a className="ew-link" href={pageHref('firmwareDetail', { id })}>
                  {name}
                </a>
              </TwoLines>
            ),
          },
          'editionVersion',
          'state',
          { field: 'targetType', optional: true },
          { field: 'hardware', render: ({ hardware }) => <Hardware revision={hardware} /> },
          'package',
          { field: 'initialVersion', render: (row) => <GoesOver of={row} /> },
          { field: 'size', optional: true, render: ({ size }) => fileSize(size) },
          {
            field: 'sha256',
            optional: true,
            render: ({ sha256 }) => <span title={sha256}>{sha256.slice(0, 12)}…</span>,
          },
          { field: 'installed', label: t(($) => $.onVersion) },
          { field: 'releasedAt', optional: true },
          { field: 'releasedBy', optional: true },
          { field: 'testedBy', optional: true },
          { field: 'keyId', optional: true },
          { field: 'reason', optional: true },
          ...auditColumns,
        ]}
        above={<FirstSteps />}
        actions={toolbar}
        rowActions={actionsOf}
      />
      {dialog}
    </>
  )
}
