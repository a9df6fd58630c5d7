import { endpoints, type EnumValue, isLinkProtocol, type OutputOf, pageHref } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { LoadFailed } from '../../../kit/list/list-states.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { MqttDetail, MqttResult, useMalformedWords, useMqttDirection } from './mqtt-log.tsx'
import './gateway.css'

const { gateway } = endpoints
type Message = OutputOf<typeof gateway.messages>['list'][number]
type Bad = OutputOf<typeof gateway.badInput>['list'][number]

/** Whether it was handled, linked for users who may handle it. */
const Handling = ({ row: { kind, handledAt }, code }: { row: Bad; code: string }) => {
  const { t } = useTranslation('gateway')
  const can = useCan()
  if (handledAt !== null) return <>{t(($) => $.messages.handled)}</>
  const isCode = kind === 'unknownCode'
  if (!can(isCode ? 'unknownCode:view' : 'unknownDevice:view')) return <>{t(($) => $.messages.open)}</>
  const { menus } = sharedTexts()
  const name = isCode ? menus['alarm.unknownCode'] : menus['device.unknown']
  const list = isCode ? 'unknownCodeList' : 'unknownDeviceList'
  return <a href={pageHref(list, { keyword: code })}>{t(($) => $.messages.toList, { name })}</a>
}

interface SenderProps {
  gatewayId: number
  code: string
  protocol: EnumValue<'modelProtocol'>
}

const BadInput = ({ gatewayId, code, protocol }: SenderProps) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.messages, { returnObjects: true })
  const malformed = useMalformedWords()
  const query = useCall(gateway.badInput, { gatewayId }, { quiet: true })
  const { data } = query
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!data) return null
  return (
    <section className="ew-panel">
      <h2>{words.count}</h2>
      <p className="ew-gateway-note">
        {data.malformedCount === 0 && data.list.length === 0
          ? words.none
          : t(($) => $.messages.countHint, { count: data.malformedCount })}
      </p>
      {data.list.length > 0 && (
        <PlainTable
          label={words.count}
          rows={data.list}
          columns={[
            {
              label: words.kind,
              render: (row) => (
                <>
                  {enumLabel('unknownReportKind', row.kind)}{' '}
                  {row.mayBeAlarm && row.handledAt === null && <Tag look={{ tone: 'fault', shape: '▲' }}>{words.mayBeAlarm}</Tag>}
                </>
              ),
            },
            {
              label: words.key,
              render: ({ kind, key }) => (kind === 'unreadable' ? malformed(key, isLinkProtocol(protocol)) : <code>{key}</code>),
            },
            { label: words.times, render: ({ count }) => count },
            { label: words.last, render: ({ lastAt }) => <Time value={lastAt} /> },
            { label: words.state, render: (row) => <Handling row={row} code={code} /> },
          ]}
        />
      )}
    </section>
  )
}

/** What the gateway sent that could not be understood, and its malformed and notable messages, raw and decoded. */
export const GatewayMessages = ({ zone, ...sender }: SenderProps & { zone: string }) => {
  const { gatewayId } = sender
  const { t } = useTranslation('gateway')
  const log = useTranslation('system-log').t
  const kit = useTranslation('kit').t
  const [open, setOpen] = useState<Message>()
  const direction = useMqttDirection()
  const words = log(($) => $.mqtt, { returnObjects: true })
  const results = (['taken', 'malformed', 'refused'] as const).map((value) => ({ value, label: words.results[value] }))
  return (
    <>
      <BadInput {...sender} />
      <p className="ew-gateway-note">{t(($) => $.messages.listHint)}</p>
      <ListPage
        embedded
        title={t(($) => $.messages.list)}
        endpoint={gateway.messages}
        fixed={{ gatewayId }}
        filters={[
          { kind: 'input', name: 'keyword' },
          { kind: 'select', name: 'result', options: results },
          { kind: 'dateRange' },
        ]}
        columns={[
          { field: 'at', render: ({ at }) => <Time value={at} zone={zone} /> },
          { field: 'result', label: words.columns.result, render: (row) => <MqttResult row={row} /> },
          { field: 'topic', label: words.columns.topic, render: ({ topic }) => <code>{topic}</code> },
          { field: 'direction', render: (row) => direction(row.direction) },
          { field: 'payload', optional: true, render: ({ payload }) => <code>{payload?.slice(0, 120) ?? '—'}</code> },
        ]}
        rowActions={(row) => [{ key: 'view', label: kit(($) => $.view), onClick: () => setOpen(row) }]}
        tone={({ result }) => (result === 'taken' ? undefined : 'fault')}
      />
      {open && <MqttDetail row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
