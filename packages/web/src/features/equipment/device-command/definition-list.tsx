import { endpoints, type CommandParameter, type DeviceCommandRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { DangerTag } from './command-cells.tsx'

const DefinitionForm = lazy(() => import('./definition.form.tsx'))

const deviceCommand = endpoints.deviceCommand

const parameterWord = ({ name, label, unit, required }: CommandParameter): string =>
  `${label ?? name}${unit ? ` (${unit})` : ''}${required ? ' *' : ''}`

/** Who may send a command, in words. */
const useSenders = () => {
  const { t } = useTranslation('device-command')
  return ({ senderTypes, senderLevel }: DeviceCommandRow): string =>
    [
      listed(senderTypes.map((type) => enumLabel('accountType', type))),
      senderLevel === null ? '' : t(($) => $.definition.levelFrom, { level: senderLevel }),
    ]
      .filter(Boolean)
      .join(' · ') || t(($) => $.definition.anybody)
}

/** The commands that a model's devices understand. */
export const DefinitionList = ({ modelId }: { modelId: number }) => {
  const { t } = useTranslation('device-command')
  const senders = useSenders()
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<DeviceCommandRow>({
    calls: deviceCommand,
    renderForm: (open) => <DefinitionForm modelId={modelId} {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.definition.create),
      disable: () => t(($) => $.definition.disable),
      remove: t(($) => $.definition.deleteHint),
    },
  })
  return (
    <>
      <ListPage
        embedded
        endpoint={deviceCommand.page}
        fixed={{ modelId }}
        title={t(($) => $.tabs.commands)}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.definition.keyword) }, 'dangerous', 'enabled']}
        columns={[
          {
            field: 'name',
            render: ({ name, code, dangerous }) => (
              <TwoLines small={code}>
                {name} {dangerous && <DangerTag />}
              </TwoLines>
            ),
          },
          {
            field: 'parameters',
            render: ({ parameters }) => listed(parameters.map(parameterWord)) || t(($) => $.definition.none),
          },
          'encoding',
          'timeoutS',
          'retries',
          { field: 'senderTypes', render: senders },
          'enabled',
          { field: 'remark', optional: true },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
