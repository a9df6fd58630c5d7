import { type endpoints, type OutputOf, pageAddress, pageHref, pages } from '@emberwatch/contract'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/language.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { formatTime, Time } from '../kit/time.tsx'
import { enumLabel } from '../i18n/i18n.ts'
import { hasPage } from '../kit/menu-tree.ts'

interface NotificationPanelProps {
  /** Absent without the permission to see alarms. */
  alarms: OutputOf<typeof endpoints.home.liveAlarms> | undefined
  notices: OutputOf<typeof endpoints.home.notices> | undefined
  messages: OutputOf<typeof endpoints.message.myPage> | undefined
  onLeave: () => void
}

/** A message may name a page. If this console lacks the page, it is not a link. */
const linkOf = (link: string | null): string | undefined => (link && hasPage(link.split('?')[0] ?? '') ? `#${link}` : undefined)

/** Open alarms, faults and orders, and unread messages, with links to their lists. */
export default function NotificationPanel({ alarms, notices, messages, onLeave }: NotificationPanelProps) {
  const { t } = useTranslation()
  const more = (path: string) => (
    <a className="ew-note-more" href={`#${path}`} onClick={onLeave}>
      {t(($) => $.layout.more)}
    </a>
  )
  const alarmTab = alarms && {
    key: 'alarms',
    label: `${t(($) => $.layout.alarms)} (${alarms.total}${alarms.totalCapped ? '+' : ''})`,
    children: (
      <>
        <ul className="ew-note-list">
          {alarms.list.slice(0, 10).map((alarm) => {
            const body = (
              <>
                <span className="ew-note-line">
                  <StatusTag enumeration="alarmLevel" value={alarm.level} />
                  <Time value={alarm.firstAt} zone={alarm.timeZone} />
                </span>
                {currentLanguage() === 'zh' ? alarm.typeNameZh : alarm.typeNameEn} ·{' '}
                {[alarm.projectName, alarm.roomNumber, alarm.deviceName].filter(Boolean).join(' · ')}
              </>
            )
            return (
              <li key={alarm.id}>
                <a href={pageHref('alarmDetail', { id: alarm.id })} onClick={onLeave}>
                  {body}
                </a>
              </li>
            )
          })}
        </ul>
        {alarms.list.length === 0 && <p>{t(($) => $.layout.noAlarms)}</p>}
        {more(pages.alarmList)}
      </>
    ),
  }
  const faults = notices?.faults
  const faultTab = faults && {
    key: 'faults',
    label: `${t(($) => $.layout.faults)} (${faults.total})`,
    children: (
      <>
        <ul className="ew-note-list">
          {faults.list.map((fault) => (
            <li key={fault.id}>
              <a href={pageHref('faultDetail', { id: fault.id })} onClick={onLeave}>
                <span className="ew-note-line">
                  <StatusTag enumeration="faultState" value={fault.state} />
                  <Time value={fault.firstAt} zone={fault.timeZone} />
                </span>
                {[currentLanguage() === 'zh' ? fault.typeNameZh : fault.typeNameEn, fault.projectName, fault.deviceName]
                  .filter(Boolean)
                  .join(' · ')}
              </a>
            </li>
          ))}
        </ul>
        {faults.list.length === 0 && <p>{t(($) => $.layout.noFaults)}</p>}
        {more(pageAddress('faultList', { open: true }))}
      </>
    ),
  }
  const orders = notices?.orders
  const orderTab = orders && {
    key: 'orders',
    label: `${t(($) => $.layout.orders)} (${orders.total})`,
    children: (
      <>
        <ul className="ew-note-list">
          {orders.list.map((order) => (
            <li key={order.id}>
              <a href={pageHref(`${order.kind}OrderDetail`, { id: order.id })} onClick={onLeave}>
                <span className="ew-note-line">
                  <StatusTag enumeration="orderStatus" value={order.status} />
                  {order.dueAt !== null && (
                    <span className={order.overdue ? 'ew-note-late' : undefined}>
                      {order.overdue ? `${t(($) => $.layout.overdue)} ` : ''}
                      {t(($) => $.layout.due, { time: formatTime(order.dueAt).slice(0, 16) })}
                    </span>
                  )}
                </span>
                {[enumLabel('orderKind', order.kind), order.code, order.projectName].filter(Boolean).join(' · ')}
              </a>
            </li>
          ))}
        </ul>
        {orders.list.length === 0 && <p>{t(($) => $.layout.noOrders)}</p>}
        {more(pages[`${orders.list[0]?.kind ?? 'repair'}OrderList`])}
      </>
    ),
  }
  const messageTab = {
    key: 'messages',
    label: `${t(($) => $.layout.messages)} (${messages?.total ?? 0}${messages?.totalCapped ? '+' : ''})`,
    children: (
      <>
        <ul className="ew-note-list">
          {messages?.list.map((message) => {
            const href = linkOf(message.link) ?? pageHref('messageList')
            const body = (
              <>
                <span className="ew-note-line">
                  <strong>{message.title}</strong>
                  <Time value={message.createdAt} />
                </span>
                {message.content}
              </>
            )
            return (
              <li key={message.id}>
                <a href={href} onClick={onLeave}>
                  {body}
                </a>
              </li>
            )
          })}
        </ul>
        {messages?.list.length === 0 && <p>{t(($) => $.layout.noMessages)}</p>}
        {more(pages.messageList)}
      </>
    ),
  }
  return (
    <section className="ew-notes" aria-label={t(($) => $.layout.notices)}>
      <Tabs size="small" tabBarGutter={14} items={[alarmTab, faultTab, orderTab, messageTab].filter((tab) => !!tab)} />
    </section>
  )
}
