import { chosenPushEvents, endpoints, type PushDeliveryRow } from '@emberwatch/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { usePushError } from './endpoint-cells.tsx'
import './push-endpoint.css'

const calls = endpoints.pushEndpoint

/** What was sent, what was answered, and each attempt. */
const Delivery = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useTranslation('push-endpoint')
  const errorOf = usePushError()
  const words = t(($) => $.deliveries, { returnObjects: true, skipInterpolation: true })
  const { data } = useCall(calls.delivery, { id })
  return (
    <Modal open width={720} title={t(($) => $.deliveries.title, { id: data?.eventId ?? '' })} footer={null} onCancel={onClose}>
      {data && (
        <>
          <h2>{words.tries}</h2>
          <PlainTable
            label={words.tries}
            rows={data.tries.map((one, index) => ({ ...one, id: index }))}
            columns={[
              { label: words.at, render: ({ at }) => <Time value={at} /> },
              {
                label: words.result,
                render: ({ statusCode, pushError }) => errorOf(pushError, statusCode) || enumLabel('pushState', 'delivered'),
              },
              { label: words.ms, render: ({ ms }) => ms },
            ]}
          />
          <h2>{words.request}</h2>
          <pre className="ew-push-text">{JSON.stringify(data.request, null, 2)}</pre>
          <h2>{words.answer}</h2>
          <pre className="ew-push-text">{data.response ?? words.noAnswer}</pre>
        </>
      )}
    </Modal>
  )
}

/** The delivery log of an endpoint. */
export const Deliveries = ({ endpointId }: { endpointId: number }) => {
  const { t } = useTranslation('push-endpoint')
  const errorOf = usePushError()
  const run = useRunWrite()
  const [open, setOpen] = useState<number>()
  const words = t(($) => $.deliveries, { returnObjects: true, skipInterpolation: true })
  const events = chosenPushEvents.map((value) => ({ value, label: enumLabel('pushEvent', value) }))
  const replay = async ({ id }: PushDeliveryRow): Promise<void> => {
    const { count } = await run(calls.replay, { id: endpointId, deliveryId: id })
    toast.success(t(($) => $.replay.done, { number: count }))
  }
  return (
    <>
      <ListPage
        embedded
        endpoint={calls.deliveries}
        fixed={{ endpointId }}
        filters={[
          { kind: 'input', name: 'keyword', label: words.keyword },
          'pushState',
          { kind: 'select', name: 'pushEvent', options: events },
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'pushEvent',
            label: words.event,
            render: ({ pushEvent, pushedObject }) => (
              <TwoLines small={pushedObject.startsWith('test:') ? '' : pushedObject}>
                {enumLabel('pushEvent', pushEvent)}
              </TwoLines>
            ),
          },
          { field: 'projectName', label: words.project },
          { field: 'occurredAt' },
          {
            field: 'pushState',
            label: words.result,
            render: ({ pushState, attempts, pushError, statusCode }) => (
              <TwoLines
                small={[attempts > 0 ? t(($) => $.deliveries.attempt, { number: attempts }) : '', errorOf(pushError, statusCode)]
                  .filter(Boolean)
                  .join(' · ')}
              >
                <StatusTag enumeration="pushState" value={pushState} />
              </TwoLines>
            ),
          },
          { field: 'ms' },
          { field: 'nextTryAt' },
          { field: 'eventId', optional: true },
        ]}
        rowActions={(row) => [
          { key: 'details', label: words.details, onClick: () => setOpen(row.id) },
          ...(['delivered', 'dead', 'cancelled'].includes(row.pushState) && row.pushEvent !== 'test'
            ? [{ key: 'replay', label: t(($) => $.replay.one), ...operationsFor(calls.replay), onClick: () => replay(row) }]
            : []),
        ]}
        tone={({ pushState }) => (pushState === 'dead' ? 'fault' : undefined)}
      />
      {open !== undefined && <Delivery id={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
