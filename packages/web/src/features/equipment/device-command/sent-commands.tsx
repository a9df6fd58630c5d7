import { endpoints, type InputOf, type SentCommandRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { AnsweredAt, CommandState, DangerTag, useRequester, valuesText } from './command-cells.tsx'
import { useCommandActions } from './use-command-actions.tsx'

const sentCommand = endpoints.sentCommand

interface SentCommandsProps {
  /** Only those of one device or gateway; without it the list is a page of its own. */
  of?: Pick<InputOf<typeof sentCommand.page>, 'deviceId' | 'gatewayId'>
  actions?: readonly Action[]
}

const toneOf = ({ state }: SentCommandRow) =>
  state === 'failed' || state === 'timedOut' || state === 'refused' ? ('fault' as const) : undefined

/** The commands sent, newest first; the list updates as gateways confirm and answer. */
export const SentCommands = ({ of, actions = [] }: SentCommandsProps) => {
  const { t } = useTranslation('device-command')
  const requester = useRequester()
  const { actionsOf, dialog } = useCommandActions()
  const words = t(($) => $.sent, { returnObjects: true })
  return (
    <>
      <ListPage
        endpoint={sentCommand.page}
        {...(of ? { embedded: true, fixed: of, title: t(($) => $.tabs.commands) } : { exporter: sentCommand.export })}
        views={[
          { label: words.views.approval, when: { state: 'waitingApproval' } },
          { label: words.views.open, when: { open: 'true' } },
          { label: words.views.closed, when: { open: 'false' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: words.keyword },
          'dangerous',
          ...(of ? [] : [{ kind: 'remote', name: 'projectId', endpoint: endpoints.project.select } as const]),
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'commandName',
            render: ({ commandName, dangerous, params }) => (
              <TwoLines small={valuesText(params)}>
                {commandName} {dangerous && <DangerTag />}
              </TwoLines>
            ),
          },
          ...(of?.deviceId === undefined
            ? [
                {
                  field: 'deviceCode' as const,
                  label: fieldLabel('target'),
                  render: (row: SentCommandRow) => (
                    <TwoLines small={row.deviceCode === null ? words.gatewayItself : row.deviceName}>
                      {row.deviceCode ?? row.gatewayCode}
                    </TwoLines>
                  ),
                },
              ]
            : []),
          { field: 'state', render: (row) => <CommandState row={row} /> },
          { field: 'requestedBy', render: requester },
          'createdAt',
          { field: 'sentAt', optional: true },
          { field: 'receivedAt', optional: true },
          { field: 'answeredAt', render: (row) => <AnsweredAt row={row} /> },
          ...(of ? [] : (['projectName', { field: 'companyName', optional: true }] as const)),
          { field: 'gatewayCode', optional: true },
          { field: 'note', optional: true },
          { field: 'decidedBy', optional: true },
          { field: 'uid', optional: true },
        ]}
        actions={actions}
        rowActions={actionsOf}
        tone={toneOf}
      />
      {dialog}
    </>
  )
}
