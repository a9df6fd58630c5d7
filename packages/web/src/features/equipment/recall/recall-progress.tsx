import { endpoints, type RecallHolder, type RecallRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Time } from '../../../kit/time.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { TracedDevices } from '../product-trace/traced-devices.tsx'

const TellHolder = lazy(() => import('./holder-notified.form.tsx'))

const recall = endpoints.recall

/** Companies and customers to notify, and who has been notified. */
const Holders = ({ row }: { row: RecallRow }) => {
  const { t } = useTranslation('recall')
  const mayRecord = useCan()(recall.notified.access)
  const [recording, setRecording] = useState<RecallHolder>()
  const data = useCall(recall.holders, { id: row.id }).data
  if (!data) return <ListSkeleton rows={4} />
  return (
    <>
      <PlainTable<RecallHolder>
        label={t(($) => $.whom)}
        rows={data.holders}
        columns={[
          {
            label: t(($) => $.holder),
            render: ({ companyName, customerName }) => (
              <TwoLines small={customerName && companyName}>{customerName ?? companyName}</TwoLines>
            ),
          },
          { label: t(($) => $.contact), render: ({ contacter, phone }) => [contacter, phone].filter(Boolean).join(' ') || '—' },
          {
            label: t(($) => $.progress),
            render: ({ deviceCount, inUseCount }) => t(($) => $.doneOf, { done: deviceCount - inUseCount, total: deviceCount }),
          },
          {
            label: fieldLabel('toldAt'),
            render: ({ toldAt, toldBy, note }) =>
              toldAt === null ? (
                t(($) => $.notNotified)
              ) : (
                <TwoLines small={[toldBy, note].filter(Boolean).join(' · ')}>{<Time value={toldAt} />}</TwoLines>
              ),
          },
          ...(mayRecord
            ? [
                {
                  label: fieldLabel('actions'),
                  render: (holder: RecallHolder) => (
                    <ActionButton
                      link
                      action={{
                        key: 'told',
                        label: t(($) => $.told),
                        ...operationsFor(recall.notified),
                        off: row.state === 'open' ? undefined : t(($) => $.closed),
                        onClick: () => setRecording(holder),
                      }}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {data.capped && <p role="note">{t(($) => $.capped)}</p>}
      <Suspense>
        {recording && <TellHolder recallId={row.id} holder={recording} onClose={() => setRecording(undefined)} />}
      </Suspense>
    </>
  )
}

/** The progress of a recall: whom to notify, and where each device is. */
export default function RecallProgress({ row, onClose }: { row: RecallRow; onClose: () => void }) {
  const { t } = useTranslation('recall')
  const [open, setOpen] = useState('holders')
  const fixed = { batch: row.batch, ...(row.modelId === null ? {} : { modelId: row.modelId }) }
  const tabs = [
    { key: 'holders', label: t(($) => $.whom), content: <Holders row={row} /> },
    { key: 'devices', label: t(($) => $.devices), content: <TracedDevices fixed={fixed} /> },
  ]
  return (
    <Drawer open size={1_000} title={t(($) => $.title, { code: row.code, batch: row.batch })} onClose={onClose}>
      <p>{row.reason}</p>
      <DetailTabs tabs={tabs} open={open} onOpen={setOpen} />
    </Drawer>
  )
}
