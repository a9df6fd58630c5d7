import type { AlarmRow } from '@emberwatch/contract'
import { Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../kit/actions.tsx'
import { detailPath } from './alarm-labels.ts'
import { keyAction, type KeyAction } from './key-actions.ts'

/** The keyboard position in the list: the alarm link of each row. */
const links = `.ew-table tbody a[href^="#${detailPath('')}"]`
const linksOf = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>(links)]

const isBusy = (): boolean =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)',
  ) !== null

const move = (by: 1 | -1): void => {
  const rows = linksOf()
  const row = document.activeElement?.closest('tr')
  const at = rows.findIndex((link) => row?.contains(link))
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Keys that press a button elsewhere on the page. */
const buttons: Partial<Record<KeyAction, string>> = {
  mute: '.ew-queue-mute button',
  queue: '.ew-queue-fold',
  view1: '.ew-tabs button:nth-of-type(1)',
  view2: '.ew-tabs button:nth-of-type(2)',
  view3: '.ew-tabs button:nth-of-type(3)',
  view4: '.ew-tabs button:nth-of-type(4)',
  view5: '.ew-tabs button:nth-of-type(5)',
}

/** The alarm whose row has the focus. */
const current = (): number | undefined => {
  const row = document.activeElement?.closest('tr')
  const link = linksOf().find((one) => row?.contains(one))
  return link && Number(link.hash.slice(1 + detailPath('').length))
}

const Help = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('alarm')
  const lines: [keys: string[], what: string][] = [
    [['J', '↓'], t(($) => $.keys.next)],
    [['K', '↑'], t(($) => $.keys.previous)],
    [['Enter'], t(($) => $.keys.open)],
    [['C'], t(($) => $.keys.confirm)],
    [['D'], t(($) => $.keys.deal)],
    [['F'], t(($) => $.keys.misreport)],
    [['T'], t(($) => $.keys.take)],
    [['A'], t(($) => $.keys.assign)],
    [['N'], t(($) => $.keys.comment)],
    [['1–5'], t(($) => $.keys.view)],
    [['Q'], t(($) => $.keys.queue)],
    [['M'], t(($) => $.keys.mute)],
    [['?'], t(($) => $.keys.help)],
  ]
  return (
    <Modal open centered width={420} title={t(($) => $.keys.title)} footer={null} onCancel={onClose}>
      <dl className="ew-keys">
        {lines.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="ew-muted">{t(($) => $.keys.hint)}</p>
    </Modal>
  )
}

/**
 * The keyboard shortcuts of the alarm desk, and the action and dialog that list them. Inactive while typing and under a dialog.
 * @param actionsOf the same actions as the row's buttons
 */
export const useAlarmKeys = (
  rows: () => readonly AlarmRow[],
  actionsOf: (row: AlarmRow) => readonly Action[],
  may: (action: Action) => boolean,
) => {
  const { t } = useTranslation('alarm')
  const [help, setHelp] = useState(false)
  const act = useEffectEvent((action: KeyAction) => {
    if (action === 'next') move(1)
    if (action === 'previous') move(-1)
    if (action === 'help') setHelp(true)
    const elsewhere = buttons[action]
    if (elsewhere !== undefined) document.querySelector<HTMLButtonElement>(elsewhere)?.click()
    const row = rows().find(({ id }) => id === current())
    const wanted = row && actionsOf(row).find(({ key }) => key === action)
    // The error has been shown.
    if (wanted && wanted.off === undefined && may(wanted)) void Promise.resolve(wanted.onClick?.()).catch(() => undefined)
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
    dialog: help && <Help onClose={() => setHelp(false)} />,
  }
}
