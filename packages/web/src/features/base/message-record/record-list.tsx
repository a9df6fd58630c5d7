import { endpoints, resendStates, type MessageRecordRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { addressOf, costOf, Failure, Related } from './record-cells.tsx'

const RecordDetails = lazy(() => import('./record-details.tsx'))

const messageRecord = endpoints.messageRecord
const resendable: ReadonlySet<string> = new Set(resendStates)

/** Messages sent to people outside: all of them, or those of one task. */
export const RecordList = ({ taskId }: { taskId?: number }) => {
  const { t } = useTranslation('message-record')
  const run = useRunWrite()
  const [open, setOpen] = useState<MessageRecordRow>()
  const reasons = sharedTexts().reasons
  const offOf = (row: MessageRecordRow): string | undefined => {
    if (!resendable.has(row.state)) return reasons.resendNotNow
    return row.alarmClosed ? reasons.alarmClosedNoResend : undefined
  }
  const actionsOf = (row: MessageRecordRow): Action[] => [
    { key: 'details', label: t(($) => $.details), onClick: () => setOpen(row) },
    {
      key: 'resend',
      label: t(($) => $.resend),
      ...operationsFor(messageRecord.resend),
      off: offOf(row),
      confirm: t(($) => $.resendConfirm, { receiver: row.receiver }),
      onClick: async () => {
        await run(messageRecord.resend, { id: row.id })
        toast.success(t(($) => $.resent))
      },
    },
  ]
  const ofTask = taskId !== undefined
  return (
    <>
      <ListPage
        endpoint={messageRecord.page}
        exporter={messageRecord.export}
        {...(ofTask ? { embedded: true as const, fixed: { taskId }, exportInput: { taskId } } : {})}
        filters={[
          'keyword',
          ...(ofTask ? [] : (['channel'] as const)),
          'state',
          { kind: 'dateRange' },
          'failureKind',
          ...(ofTask
            ? []
            : ([
                'sentFor',
                'event',
                'fire',
                { kind: 'remote', name: 'projectId', endpoint: endpoints.project.select },
                'alarmId',
                'faultId',
                'taskId',
              ] as const)),
          'provider',
          'providerRef',
          'retried',
          'charged',
        ]}
        columns={[
          'createdAt',
          { field: 'receiver', render: (row) => <TwoLines small={addressOf(row)}>{row.receiver}</TwoLines> },
          // Whether and why it failed is what the list is opened for, so it must not be hidden behind the fixed column of actions.
          'state',
          { field: 'failureKind', render: (row) => <Failure row={row} /> },
          {
            field: 'channel',
            render: ({ channel, provider }) => <TwoLines small={provider}>{enumLabel('notifyMethod', channel)}</TwoLines>,
          },
          {
            field: 'title',
            width: 180,
            // The full text is in the details.
            render: (row) => (
              <TwoLines small={row.content && <span className="ew-clamped">{row.content}</span>}>{row.title || '—'}</TwoLines>
            ),
          },
          ...(ofTask
            ? []
            : [
                {
                  field: 'alarmId' as const,
                  label: t(($) => $.related),
                  render: (row: MessageRecordRow) => <Related row={row} />,
                },
                'projectName' as const,
              ]),
          'attempts',
          {
            field: 'provider',
            optional: true,
            render: (row) => <TwoLines small={row.providerRef}>{row.provider ?? '—'}</TwoLines>,
          },
          { field: 'cost', render: costOf },
          { field: 'sentFor', optional: true },
          { field: 'event', optional: true },
          { field: 'segments', optional: true },
          { field: 'sentAt', optional: true },
          { field: 'deliveredAt', optional: true },
          { field: 'answeredAt', optional: true },
          { field: 'companyName', optional: true },
        ]}
        rowActions={actionsOf}
        tone={(row) => (row.state === 'failed' ? 'fault' : undefined)}
      />
      <Suspense>{open && <RecordDetails row={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
