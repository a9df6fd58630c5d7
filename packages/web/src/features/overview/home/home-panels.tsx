import {
  checkRoute,
  endpoints,
  type EnumValue,
  type HealthProblem,
  type OrderKindName,
  type OutputOf,
  pageAddress,
} from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { LoadFailed, ListSkeleton } from '../../../kit/list/list-states.tsx'
import { formatDay, Time } from '../../../kit/time.tsx'
import { useCan, useMe } from '../../../session/me.tsx'

type Home = typeof endpoints.homeChart

/** A link for those who may open the page, otherwise the text alone. */
const LinkIfOpen = ({ href, children }: { href: string; children: ReactNode }) => {
  const { menus } = useMe()
  return checkRoute(href.split('?')[0] ?? href, menus).open ? <a href={`#${href}`}>{children}</a> : <>{children}</>
}

interface PanelProps<Data> {
  title: string
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

const Panel = <Data,>({ title, query, children }: PanelProps<Data>) => (
  <section className="ew-panel" aria-label={title}>
    <h2>{title}</h2>
    {query.data !== undefined ? (
      children(query.data)
    ) : query.error ? (
      <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={3} />
    )}
  </section>
)

const Lines = ({ lines }: { lines: readonly { label: string; count: number; href: string }[] }) => (
  <ul>
    {lines.map(({ label, count, href }) => (
      <li key={label}>
        <LinkIfOpen href={href}>
          <span>{label}</span> <strong>{count.toLocaleString()}</strong>
        </LinkIfOpen>
      </li>
    ))}
  </ul>
)

const orderHref = ({ kind, status, mine }: { kind: OrderKindName; status: EnumValue<'orderStatus'>; mine: boolean }): string =>
  pageAddress(`${kind}OrderList`, { status, mine: mine ? true : undefined })

const Todo = () => {
  const { t } = useTranslation('home')
  const words = t(($) => $.panels, { returnObjects: true })
  const query = useCall(endpoints.homeChart.todo, {}, { quiet: true, refetchInterval: 60_000 })
  const linesOf = ({ orders, applications, feedback, breached }: OutputOf<Home['todo']>) =>
    [
      { label: words.breached, count: breached ?? 0, href: pageAddress('alarmList', { breached: true, heldByMe: true }) },
      ...orders.map((order) => ({
        label: `${enumLabel('orderKind', order.kind)} · ${enumLabel('orderStatus', order.status)}`,
        count: order.count,
        href: orderHref(order),
      })),
      { label: words.applications, count: applications ?? 0, href: pageAddress('projectAuditList', { audit: 'pending' }) },
      { label: words.feedback, count: feedback ?? 0, href: pageAddress('userFeedbackList', { state: 'pending_handle' }) },
    ].filter(({ count }) => count > 0)
  return (
    <Panel title={words.todo} query={query}>
      {(data) => {
        const lines = linesOf(data)
        return lines.length === 0 ? <p className="ew-muted">{words.nothing}</p> : <Lines lines={lines} />
      }}
    </Panel>
  )
}

const Ending = () => {
  const { t } = useTranslation('home')
  const words = t(($) => $.panels, { returnObjects: true })
  const query = useCall(endpoints.homeChart.ending, {}, { quiet: true, refetchInterval: 300_000 })
  const heading = (text: string, total: number, href: string) => (
    <h3>
      {text}
      <LinkIfOpen href={href}>{t(($) => $.panels.more, { total: total.toLocaleString() })}</LinkIfOpen>
    </h3>
  )
  return (
    <Panel title={words.ending} query={query}>
      {({ contracts, projects }) => (
        <>
          {!contracts?.total && !projects?.total && <p className="ew-muted">{words.endingNone}</p>}
          {projects !== null && projects.total > 0 && (
            <>
              {heading(
                words.projects,
                projects.total,
                pageAddress('projectList', { dueFrom: projects.dueFrom, dueTo: projects.dueTo }),
              )}
              <ul>
                {projects.list.map(({ id, name, dueAt, timeZone }) => (
                  <li key={id}>
                    <LinkIfOpen href={pageAddress('projectDetail', { id })}>
                      <span>{name}</span> <time dateTime={dueAt}>{formatDay(dueAt, timeZone)}</time>
                    </LinkIfOpen>
                  </li>
                ))}
              </ul>
            </>
          )}
          {contracts !== null && contracts.total > 0 && (
            <>
              {heading(words.contracts, contracts.total, pageAddress('contractList', { state: 'ending' }))}
              <ul>
                {contracts.list.map(({ id, contractNo, customerName, endsOn }) => (
                  <li key={id}>
                    <LinkIfOpen href={pageAddress('contractList', { state: 'ending', keyword: contractNo })}>
                      <span>{`${contractNo} · ${customerName}`}</span> <time dateTime={endsOn}>{endsOn}</time>
                    </LinkIfOpen>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Panel>
  )
}

const Platform = () => {
  const { t } = useTranslation('home')
  const shell = useTranslation().t
  const words = t(($) => $.panels, { returnObjects: true })
  const query = useCall(endpoints.homeChart.platform, {}, { quiet: true, refetchInterval: 60_000 })
  return (
    <Panel title={words.platform} query={query}>
      {({ parts, storingMs, sendingS, balances }) => {
        const wrong = Object.entries(parts).filter(([, word]) => word !== 'ok')
        return (
          <>
            {wrong.length === 0 ? (
              <p className="ew-muted">{words.healthy}</p>
            ) : (
              <ul>
                {wrong.map(([part]) => (
                  <li key={part} data-urgent>
                    {shell(($) => $.health.problems[part as HealthProblem])}
                  </li>
                ))}
              </ul>
            )}
            <dl className="ew-facts">
              <dt>{words.storing}</dt>
              <dd>
                {storingMs === null
                  ? words.unknownHere
                  : storingMs === 0
                    ? words.noWait
                    : t(($) => $.panels.milliseconds, { ms: storingMs.toLocaleString() })}
              </dd>
              <dt>{words.sending}</dt>
              <dd>
                {sendingS === null
                  ? words.unknownHere
                  : sendingS === 0
                    ? words.shortWait
                    : t(($) => $.panels.seconds, { s: sendingS.toLocaleString() })}
              </dd>
              {balances.map(({ id, name, balance, currency, at }) => (
                <div key={id} className="ew-panel-balance">
                  <dt>{t(($) => $.panels.balance, { name })}</dt>
                  <dd>
                    {`${balance.toLocaleString()} ${currency ?? ''}`}{' '}
                    <small className="ew-muted">
                      <Time value={at} />
                    </small>
                  </dd>
                </div>
              ))}
            </dl>
            {balances.length === 0 && <p className="ew-muted">{words.noBalance}</p>}
          </>
        )
      }}
    </Panel>
  )
}

/** What waits for the user, what ends soon, and for those who run the platform, how it is doing. */
export default function HomePanels() {
  const can = useCan()
  return (
    <div className="ew-panels">
      <Todo />
      {(can('customerContract:view') || can('project:view')) && <Ending />}
      {can('notifyProvider:view') && <Platform />}
    </div>
  )
}
