import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../kit/list/standard-columns.tsx'
import { pagePaths } from '../../paths.ts'
import { GoesOver, Hardware } from './edition-cells.tsx'
import { fileSize } from './file-size.ts'
import { useEditionActions } from './use-edition-actions.tsx'

const { firmwareEdition, deviceModel } = endpoints

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
                <a className="ew-link" href={`#${pagePaths.firmwareDetail}?id=${id}`}>
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
          { field: 'size', render: ({ size }) => fileSize(size) },
          {
            field: 'sha256',
            render: ({ sha256 }) => <span title={sha256}>{sha256.slice(0, 12)}…</span>,
          },
          { field: 'installed', label: t(($) => $.onVersion) },
          'releasedAt',
          { field: 'releasedBy', optional: true },
          { field: 'testedBy', optional: true },
          { field: 'keyId', optional: true },
          { field: 'reason', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
      />
      {dialog}
    </>
  )
}
