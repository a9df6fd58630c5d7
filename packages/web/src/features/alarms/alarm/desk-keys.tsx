import { Modal } from 'antd'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import type { KeyAction } from './key-actions.ts'

/** Whether a dialog, drawer or menu is open, whose own keys then apply. */
export const isBusy = (): boolean =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)',
  ) !== null

const views: readonly KeyAction[] = ['view1', 'view2', 'view3', 'view4', 'view5', 'view6']

/** Clicks the button of the queue that a key stands for, or the view or tab of the page that `among` selects. */
export const pressButton = (action: KeyAction, among: string): boolean => {
  const queue = action === 'mute' ? '.ew-queue-mute button' : action === 'queue' ? '.ew-queue-fold' : undefined
  const button =
    queue === undefined
      ? document.querySelectorAll<HTMLElement>(among)[views.indexOf(action)]
      : document.querySelector<HTMLElement>(queue)
  button?.click()
  return queue !== undefined || views.includes(action)
}

/** Does what the button of an alarm would do. If that is not possible now, shows the reason, because a disabled key is invisible. */
export const useActionByKey = (): ((actions: readonly Action[], key: KeyAction) => void) => {
  const can = useCan()
  const navigate = useNavigate()
  return (actions, key) => {
    const wanted = actions.find((action) => action.key === key)
    if (!wanted || (wanted.op !== undefined && !can(wanted.op))) return
    if (wanted.off !== undefined) return toast.info(wanted.off)
    if (wanted.href !== undefined) return void navigate({ href: wanted.href })
    // The error has been shown.
    void Promise.resolve(wanted.onClick?.()).catch(() => undefined)
  }
}

/** The keys of the list or of one alarm's page. */
export const KeyHelp = ({ where, onClose }: { where: 'list' | 'detail'; onClose: () => void }) => {
  const { t } = useTranslation('alarm')
  const isList = where === 'list'
  const lines: [keys: string[], what: string][] = [
    [isList ? ['J', '↓'] : ['J'], t(($) => $.keys.next)],
    [isList ? ['K', '↑'] : ['K'], t(($) => $.keys.previous)],
    ...(isList ? [[['Enter'], t(($) => $.keys.open)] as [string[], string]] : []),
    [['C'], t(($) => $.keys.confirm)],
    [['D'], t(($) => $.keys.resolve)],
    [['F'], t(($) => $.keys.misreport)],
    [['T'], t(($) => $.keys.take)],
    [['A'], t(($) => $.keys.assign)],
    [['N'], t(($) => $.keys.comment)],
    [['R'], t(($) => $.keys.repair)],
    [[isList ? '1–5' : '1–6'], isList ? t(($) => $.keys.view) : t(($) => $.keys.tab)],
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
