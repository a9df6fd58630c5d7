import type { endpoints, OutputOf } from '@emberwatch/contract'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/language.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { Time } from '../kit/time.tsx'
import { hasPage } from '../kit/menu-tree.ts'
import { pagePaths } from '../paths.ts'

interface NotificationPanelProps {
  /** Absent without the permission to see alarms. */
  alarms: OutputOf<typeof endpoints.dataCentre.liveAlarms> | undefined
  messages: OutputOf<typeof endpoints.message.myPage> | undefined
  onLeave: () => void
}

/** A message may name a page. If this console lacks the page, it is not a link. */
const linkOf = (link: string | null): string | undefined => (link && hasPage(link.split('?')[0] ?? '') ? `#${link}` : undefined)

/** Open alarms and unread messages, with links to their lists. */
export default function NotificationPanel({ alarms, messages, onLeave }: NotificationPanelProps) {
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
                <a href={`#${pagePaths.alarmDetail}?id=${alarm.id}`} onClick={onLeave}>
                  {body}
                </a>
              </li>
            )
          })}
        </ul>
        {alarms.list.length === 0 && <p>{t(($) => $.layout.noAlarms)}</p>}
        {more(pagePaths.alarmList)}
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
            const href = linkOf(message.link) ?? `#${pagePaths.messageList}`
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
        {more(pagePaths.messageList)}
      </>
    ),
  }
  return (
    <section className="ew-notes" aria-label={t(($) => $.layout.notices)}>
      <Tabs size="small" items={alarmTab ? [alarmTab, messageTab] : [messageTab]} />
    </section>
  )
}
