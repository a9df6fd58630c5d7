import { healthWarnings, endpoints, limits } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import {
  BellOutlined,
  BulbOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { Dropdown, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { LiveText, useNow } from '../kit/clock.tsx'
import { useConnection } from '../live/live.ts'
import { useCall } from '../api/hooks.ts'
import { currentLanguage, languageNames, switchLanguage } from '../i18n/language.ts'
import { useCan, useMe } from '../session/me.tsx'
import { chooseMode, useMode, type Mode } from '../theme/mode.ts'
import { DialogBoundary } from '../kit/dialog-boundary.tsx'
import { useFullScreen } from './full-screen.ts'
import { PageLoading } from './page-loading.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

/** Live, in trouble, reconnecting, or how old the data is. */
const LiveState = () => {
  const { t } = useTranslation()
  const { connection, lastActivityAt, problems } = useConnection()
  const now = useNow()
  if (connection === 'live' && problems.some((problem) => !healthWarnings.includes(problem))) {
    return (
      <span className="ew-live" data-state="late" title={t(($) => $.health.title.alarms)}>
        <LiveText>{t(($) => $.live.troubled)}</LiveText>
      </span>
    )
  }
  if (connection === 'live') {
    return (
      <span key="live" className="ew-live" data-state="live" title={t(($) => $.live.liveHint)}>
        <span className="ew-wide-only">{t(($) => $.live.live)}</span>
      </span>
    )
  }
  if (connection === 'connecting') return null
  const seconds = Math.max(0, Math.round((now - lastActivityAt) / 1000))
  return (
    <span className="ew-live" data-state="late" title={t(($) => $.live.reconnectingHint)}>
      <LiveText>{seconds < 5 ? t(($) => $.live.reconnecting) : t(($) => $.live.stale, { seconds })}</LiveText>
    </span>
  )
}

const NotificationPanel = lazy(() => import('./notification-panel.tsx'))

const modes: readonly Mode[] = ['system', 'light', 'dark']

const Language = () => {
  const { t } = useTranslation()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [currentLanguage()],
        items: limits.languages.map((language) => ({
          key: language,
          label: <span lang={language}>{languageNames[language]}</span>,
        })),
        onClick: ({ key }) =>
          limits.languages.forEach((language) => language === key && language !== currentLanguage() && switchLanguage(language)),
      }}
    >
      <button type="button" className="ew-icon" aria-label={t(($) => $.language)} title={t(($) => $.language)}>
        <TranslationOutlined aria-hidden />
      </button>
    </Dropdown>
  )
}

const Appearance = () => {
  const { t } = useTranslation()
  const mode = useMode((state) => state.mode)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [mode],
        items: modes.map((one) => ({ key: one, label: t(($) => $.theme[one]), onClick: () => chooseMode(one) })),
      }}
    >
      <button type="button" className="ew-icon" aria-label={t(($) => $.theme.label)} title={t(($) => $.theme.label)}>
        <BulbOutlined aria-hidden />
      </button>
    </Dropdown>
  )
}

/** Data of the header: open alarms (the same query that the alarm pages and the pop-up use) and unread messages. */
const notices = { alarms: { limit: 100 }, messages: { unread: true, pageNum: 1, pageSize: 10 } } as const

const Notifications = () => {
  const { t } = useTranslation()
  const can = useCan()
  const [open, setOpen] = useState(false)
  const mayAlarms = can('alarm:view')
  const alarms = useCall(endpoints.home.liveAlarms, notices.alarms, { enabled: mayAlarms, quiet: true }).data
  // Read only while the panel is open.
  const others = useCall(endpoints.home.notices, {}, { enabled: open, quiet: true }).data
  const messages = useCall(endpoints.message.myPage, notices.messages, { quiet: true, staleTime: 5_000 }).data
  const unconfirmed = alarms?.list.filter(({ state }) => state === 'unconfirmed') ?? []
  // All of them, also those beyond the list.
  const toConfirm = alarms?.unconfirmed ?? 0
  const count = toConfirm + (messages?.total ?? 0)
  const label = t(($) => $.layout.notifications, {
    // As on the badge.
    sum: count > 99 ? '99+' : count,
    alarms: toConfirm,
    messages: messages?.total ?? 0,
  })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        open && (
          <DialogBoundary onFailed={() => setOpen(false)}>
            <Suspense fallback={<PageLoading />}>
              <NotificationPanel
                alarms={mayAlarms ? alarms : undefined}
                notices={others}
                messages={messages}
                onLeave={() => setOpen(false)}
              />
            </Suspense>
          </DialogBoundary>
        )
      }
    >
      <button type="button" className="ew-icon" aria-label={label} title={label} aria-expanded={open}>
        <BellOutlined aria-hidden />
        {count > 0 && (
          <span
            className="ew-count"
            translate="no"
            data-fire={unconfirmed.some(({ level, test }) => level === 'fire' && !test)}
            aria-hidden
          >
            <LiveText>{count > 99 ? '99+' : count}</LiveText>
          </span>
        )}
      </button>
    </Popover>
  )
}

/** The account that somebody is acting as, and who is acting. */
const ActingAs = () => {
  const { t } = useTranslation()
  const { name, issuer } = useMe().user
  if (issuer === null) return null
  return (
    <strong className="ew-acting" title={t(($) => $.layout.actingHint)}>
      {t(($) => $.layout.actingAs, { name, issuer })}
    </strong>
  )
}

export const Header = ({ collapsed, phone, onToggle }: { collapsed: boolean; phone: boolean; onToggle: () => void }) => {
  const { t } = useTranslation()
  const { full, toggle } = useFullScreen()
  const menuLabel = phone
    ? collapsed
      ? t(($) => $.layout.openMenu)
      : t(($) => $.layout.closeMenu)
    : collapsed
      ? t(($) => $.layout.expand)
      : t(($) => $.layout.collapse)
  const fullLabel = full ? t(($) => $.layout.exitFullScreen) : t(($) => $.layout.fullScreen)
  return (
    <header className="ew-header">
      <button
        type="button"
        className="ew-icon"
        aria-label={menuLabel}
        title={menuLabel}
        aria-expanded={!collapsed}
        onClick={onToggle}
      >
        {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
      </button>
      <span className="ew-spacer" />
      <ActingAs />
      <SearchButton />
      <LiveState />
      {!phone && (
        <button type="button" className="ew-icon" aria-label={fullLabel} title={fullLabel} onClick={() => void toggle()}>
          {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
        </button>
      )}
      <Appearance />
      <Language />
      <Notifications />
      <UserMenu />
    </header>
  )
}
