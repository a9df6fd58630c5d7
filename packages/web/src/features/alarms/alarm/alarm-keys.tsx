import { type AlarmRow, pages } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { hasJustMoved } from '../../../kit/steady.ts'
import { isBusy, KeyHelp, pressButton, useActionByKey } from './desk-keys.tsx'
import { keyAction, type KeyAction } from './key-actions.ts'

const toAlarm = `#${pages.alarmDetail}?id=`
/** The keyboard position in the list: the alarm link of each row. */
const links = `.ew-table tbody a[href^="${toAlarm}"]`
const linksOf = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>(links)]

const move = (by: 1 | -1): void => {
  const rows = linksOf()
  const row = document.activeElement?.closest('tr')
  const at = rows.findIndex((link) => row?.contains(link))
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The alarm whose row has the focus. */
const current = (): number | undefined => {
  const row = document.activeElement?.closest('tr')
  const link = linksOf().find((one) => row?.contains(one))
  return link && Number(link.hash.slice(toAlarm.length))
}

/**
 * The keyboard shortcuts of the alarm desk, and the action and dialog that list them. Inactive while typing and under a dialog.
 * @param actionsOf the same actions as the row's buttons
 */
export const useAlarmKeys = (rows: () => readonly AlarmRow[], actionsOf: (row: AlarmRow) => readonly Action[]) => {
  const { t } = useTranslation('alarm')
  const [help, setHelp] = useState(false)
  const actByKey = useActionByKey()
  const act = useEffectEvent((action: KeyAction) => {
    if (action === 'next') return move(1)
    if (action === 'previous') return move(-1)
    if (action === 'help') return setHelp(true)
    if (pressButton(action, '.ew-tabs button')) return
    // The user has not seen yet which row it is.
    if (hasJustMoved(document.activeElement)) return
    const row = rows().find(({ id }) => id === current())
    if (row) actByKey(actionsOf(row), action)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = keyAction(event, current() !== undefined)
      if (action === undefined || isBusy()) return
      event.preventDefault()
      act(action)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return {
    action: { key: 'keys', label: t(($) => $.keys.title), onClick: () => setHelp(true) } satisfies Action,
    dialog: help && <KeyHelp where="list" onClose={() => setHelp(false)} />,
  }
}
