import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, type Operations } from '../session/me.tsx'
import { sharedTexts } from '../i18n/i18n.ts'
import { onJoined, useJoinedRow } from './joined-row.tsx'
import { LiveText } from './clock.tsx'
import { useSteady } from './steady.ts'
import { splitActions } from './shown-actions.ts'
import { phoneWidth, useNarrow } from './use-narrow.ts'
import { confirm } from './confirm.ts'

/** An action, as a button of a page, a row, or a selection. */
export interface Action {
  key: string
  label: string
  icon?: ReactNode
  /** Without this permission, the action is not offered at all. */
  op?: Operations
  /** The action changes nothing. */
  reads?: true
  /** Why it is not possible now. The button stays focusable and shows the reason. */
  off?: string | undefined
  primary?: boolean
  danger?: boolean
  /** Confirmation before running it. */
  confirm?: string
  /** Opens a page instead of running something. */
  href?: string
  onClick?: () => unknown
}

/** Runs an action once: asks first if required, and stays busy until it has finished. */
const useRun = () => {
  const [busy, setBusy] = useState(false)
  const run = async (action: Action) => {
    if (action.off !== undefined || busy) return
    if (
      action.confirm !== undefined &&
      !(await confirm({ title: action.confirm, ok: action.label, danger: action.danger ?? false }))
    )
      return
    setBusy(true)
    try {
      await action.onClick?.()
    } catch {
      // The call has already shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/** `link` is the plain style of table rows. `of` is the name of the row, for those who hear a button without seeing its row. */
interface InRow {
  link?: boolean
  of?: string | undefined
}

/** One action as a button. */
export const ActionButton = ({ action, link = false, of }: InRow & { action: Action }) => {
  const { t } = useTranslation('kit')
  const { busy, run } = useRun()
  const off = action.off !== undefined
  const name = of === undefined ? action.label : t(($) => $.rows.of, { action: action.label, name: of })
  const button = (
    <Button
      type={link ? 'link' : action.primary ? 'primary' : 'default'}
      size={link ? 'small' : 'middle'}
      danger={(action.danger ?? false) && !off}
      icon={action.icon}
      loading={busy}
      className={off ? 'ew-off' : ''}
      aria-disabled={off || busy}
      {...(off
        ? { 'aria-label': t(($) => $.list.offBecause, { action: name, reason: action.off ?? '' }) }
        : of === undefined
          ? {}
          : { 'aria-label': name })}
      {...(action.href !== undefined && !off ? { href: `#${action.href}` } : {})}
      onClick={() => void run(action)}
    >
      <LiveText>{action.label}</LiveText>
    </Button>
  )
  return off ? (
    <Tooltip title={action.off} trigger={['hover', 'focus']}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

/** The actions that the user has permission for. */
const useAllowed = (actions: readonly Action[]): Action[] => {
  const can = useCan()
  const rights = useJoinedRow()
  const allowed = actions.filter(({ op }) => op === undefined || can(op))
  return rights === undefined ? allowed : onJoined(allowed, rights, sharedTexts().errors.joinedOnly)
}

/** Actions behind "⋯". Disabled ones give their reason. */
const MoreActions = ({ actions, link = false, of }: InRow & { actions: readonly Action[] }) => {
  const { t } = useTranslation('kit')
  const { busy, run } = useRun()
  // An open menu stays as it is: what happens meanwhile puts no other action under the pointer.
  const [opened, setOpened] = useState<readonly Action[]>()
  const offered = opened ?? actions
  const more = t(($) => $.more)
  const name = of === undefined ? more : t(($) => $.rows.of, { action: more, name: of })
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(open) => setOpened(open ? actions : undefined)}
      menu={{
        'aria-label': name,
        items: offered.map((action) => ({
          key: action.key,
          disabled: action.off !== undefined,
          danger: (action.danger ?? false) && action.off === undefined,
          label: action.href && action.off === undefined ? <a href={`#${action.href}`}>{action.label}</a> : action.label,
          ...(action.off === undefined ? {} : { extra: action.off }),
        })),
        onClick: ({ key }) => {
          const chosen = offered.find((action) => action.key === key)
          if (chosen) void run(chosen)
        },
      }}
    >
      <Button
        type={link ? 'link' : 'default'}
        size={link ? 'small' : 'middle'}
        loading={busy}
        aria-disabled={busy}
        aria-label={name}
        title={more}
        icon={<EllipsisOutlined aria-hidden />}
      />
    </Dropdown>
  )
}

const inBar = 5
/** Also on a wider window that has no room for all of them. */
const inNarrowBar = 3

/** Actions of a page: `most` of them as buttons. Without it, all that are possible, as far as there is room. */
export const ActionBar = ({ actions, most }: { actions: readonly Action[]; most?: number }) => {
  const allowed = useAllowed(actions)
  const isShort = useNarrow(shortOfRoom)
  const isPhone = useNarrow(phoneWidth)
  const possible = allowed.length > inBar ? allowed.filter(({ off }) => off === undefined) : allowed
  const fitting = isShort && !isPhone && possible.length > inNarrowBar + 1 ? possible.slice(0, inNarrowBar) : possible
  const { shown, rest } =
    most === undefined
      ? { shown: fitting, rest: allowed.filter((action) => !fitting.includes(action)) }
      : splitActions(allowed, most)
  return (
    <>
      {shown.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
    </>
  )
}

/** Two actions of a row are both visible. Of more, and where the table is narrow (kit/list/table.css), only the first is. */
const inRow = 2
const shortOfRoom = 1101

/** Actions of a row: the first possible one visible, the others behind "⋯". */
export const RowActions = ({ actions, of }: { actions: readonly Action[]; of: string | undefined }) => {
  const allowed = useAllowed(actions)
  const isShort = useNarrow(shortOfRoom)
  const isCard = useNarrow(phoneWidth)
  const { shown, rest } = splitActions(allowed, allowed.length > inRow || (isShort && !isCard) ? 1 : inRow)
  const buttons = useSteady<HTMLSpanElement>(shown.map(({ key }) => key).join(' '))
  return (
    <span ref={buttons} className="ew-row-actions">
      {shown.map((action) => (
        <ActionButton key={action.key} action={action} link of={of} />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} link of={of} />}
    </span>
  )
}
