import { endpoints, enums, type OutputOf, pageHref } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { LiveText, useNow } from '../../../kit/clock.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useConnection } from '../../../live/live.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import type { OpenAlarms } from '../../alarms/alarm/open-alarms.ts'
import { customerState } from './customer-state.ts'

type Figures = OutputOf<typeof endpoints.home.figures>

const marks = { alarm: '◆', trouble: '▲', well: '✓', none: '–', unknown: '?' } as const

const Orders = () => {
  const { t } = useTranslation('home')
  const can = useCan()
  const kinds = enums.orderKind.filter((kind) => can(`${kind}Order:view`))
  const ask = (kind: (typeof kinds)[number]) => ({ enabled: kinds.includes(kind), quiet: true, refetchInterval: 60_000 })
  const input = { pageNum: 1, pageSize: 10, open: true } as const
  const reads = {
    install: useCall(endpoints.installOrder.page, input, ask('install')),
    repair: useCall(endpoints.repairOrder.page, input, ask('repair')),
    inspect: useCall(endpoints.inspectOrder.page, input, ask('inspect')),
    maintenance: useCall(endpoints.maintenanceOrder.page, input, ask('maintenance')),
  }
  const rows = kinds.flatMap((kind) => (reads[kind].data?.list ?? []).map((row) => ({ ...row, kind })))
  const failed = kinds.map((kind) => reads[kind]).find(({ isError }) => isError)
  const isPending = kinds.some((kind) => reads[kind].isPending)
  if (kinds.length === 0) return null
  return (
    <section className="ew-panel" aria-label={t(($) => $.customer.work)}>
      <h2>{t(($) => $.customer.work)}</h2>
      {rows.length === 0 ? (
        failed ? (
          <LoadFailed reason={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
        ) : isPending ? (
          <ListSkeleton rows={2} />
        ) : (
          <p className="ew-muted">{t(($) => $.customer.noWork)}</p>
        )
      ) : (
        <ul>
          {rows.slice(0, 5).map(({ id, kind, description, status }) => (
            <li key={id}>
              <a href={pageHref(`${kind}OrderDetail`, { id })}>
                <span>{`${enumLabel('orderKind', kind)} · ${description}`}</span>
                <StatusTag enumeration="orderStatus" value={status} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface CustomerStateProps {
  /** Undefined: they could not be read. Whom to call is said all the same. */
  figures: Figures | undefined
  /** When the figures were read (ms); 0 if the last attempt has failed. */
  readAt: number
  /** The open alarms, for those who may read them. */
  alarms: Pick<OpenAlarms, 'total' | 'failed'> | undefined
}

/** What a customer wants to know first: whether all is well, and where to report a problem. */
export const CustomerState = ({ figures, readAt, alarms }: CustomerStateProps) => {
  const { t } = useTranslation('home')
  const can = useCan()
  const { connection, problems } = useConnection()
  const age = useNow() - readAt
  const state = customerState(figures, { isLive: connection === 'live', problems, age, alarms })
  return (
    <section className="ew-customer-state" data-state={state} role="status">
      <span className="ew-customer-mark" aria-hidden>
        {marks[state]}
      </span>
      <div>
        <h2 translate="no">
          <LiveText>{t(($) => $.customer[state])}</LiveText>
        </h2>
        {figures && (
          <p translate="no">
            <LiveText>
              {t(($) => $.customer.facts, {
                alarms: Math.max(figures.openAlarms, alarms?.total ?? 0),
                faults: figures.openFaults,
                online: figures.devicesOnline,
                all: figures.devicesOnline + figures.devicesOffline,
              })}
            </LiveText>
          </p>
        )}
      </div>
      {can('userFeedback:create') && (
        <Button type="primary" href={pageHref('userFeedbackList', { create: 1 })}>
          {t(($) => $.customer.report)}
        </Button>
      )}
    </section>
  )
}

/** Whom to call, and what happens now. */
export const CustomerPanels = () => {
  const { t } = useTranslation('home')
  const { user } = useMe()
  const { data: branding, isSuccess } = useCall(endpoints.session.branding, user.companyCode ? { code: user.companyCode } : {}, {
    quiet: true,
    staleTime: 600_000,
  })
  const phone = branding?.supportPhone
  return (
    <div className="ew-panels ew-customer">
      <section className="ew-panel" aria-label={t(($) => $.customer.call)}>
        <h2>{t(($) => $.customer.call)}</h2>
        <dl className="ew-customer-call">
          <dt>{t(($) => $.customer.fire)}</dt>
          <dd>
            <a href="tel:119">119</a>
          </dd>
          <dt>{user.companyName}</dt>
          <dd>{phone ? <a href={`tel:${phone}`}>{phone}</a> : isSuccess ? t(($) => $.customer.noPhone) : '—'}</dd>
        </dl>
      </section>
      <Orders />
    </div>
  )
}

/** The room of the state, so that nothing below moves when it comes. */
export const CustomerSkeleton = () => <div className="ew-customer-room" aria-hidden />
