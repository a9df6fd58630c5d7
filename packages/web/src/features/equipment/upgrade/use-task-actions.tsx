import { decide, endpoints, upgradeTaskStates, type UpgradeTaskRow } from '@emberwatch/contract'
import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { operationsFor, useActor, useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const TaskForm = lazy(() => import('./task.form.tsx'))
const StepForm = lazy(() => import('./step.form.tsx'))

const { upgradeTask } = endpoints
type Step = 'enable' | 'disable' | 'suspend' | 'resume' | 'complete' | 'terminate' | 'approve' | 'reject' | 'save' | 'delete'

/** The actions for an upgrade task, with the reason if one is disabled. */
export const useTaskActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('upgrade')
  const kit = useTranslation('kit').t
  const run = useRunWrite()
  const actor = useActor()
  const can = useCan()
  const [open, setOpen] = useState<ReactNode>()
  const close = () => setOpen(undefined)
  const offOf = (action: Step, row: UpgradeTaskRow): string | undefined => {
    const decision = decide(upgradeTaskStates, action, row.state, row, actor)
    return decision.allowed ? undefined : sharedTexts().reasons[decision.reason]
  }
  const step = (
    key: 'enable' | 'disable' | 'complete' | 'delete',
    row: UpgradeTaskRow,
    words: { label: string; confirm: string; done: string },
    more: Partial<Action> = {},
  ): Action => ({
    key,
    label: words.label,
    ...operationsFor(upgradeTask[key]),
    off: offOf(key, row),
    confirm: words.confirm,
    ...more,
    onClick: async () => {
      await run(upgradeTask[key], { id: row.id })
      toast.success(words.done)
      if (key === 'delete') await leave?.()
    },
  })
  const dialog = (
    key: 'suspend' | 'resume' | 'terminate' | 'approve' | 'reject',
    row: UpgradeTaskRow,
    label: string,
    more: Partial<Action> = {},
  ): Action => ({
    key,
    label,
    ...operationsFor(upgradeTask[key === 'reject' ? 'approve' : key]),
    off: offOf(key, row),
    ...more,
    onClick: () => setOpen(<StepForm step={key} row={row} onClose={close} />),
  })
  const actionsOf = (row: UpgradeTaskRow): Action[] => {
    const { name, waiting: count } = row
    const direct = can('upgradeTask:direct')
    const edit: Action = {
      key: 'edit',
      label: kit(($) => $.edit),
      ...operationsFor(upgradeTask.save),
      off: offOf('save', row),
      onClick: () => setOpen(<TaskForm row={row} onClose={close} />),
    }
    const enable = step(
      'enable',
      row,
      {
        label: t(($) => $.enable),
        confirm: direct ? t(($) => $.enableConfirm, { name }) : t(($) => $.enableAsk, { name }),
        done: direct ? t(($) => $.enabled) : t(($) => $.asked),
      },
      { primary: true },
    )
    const disable = step('disable', row, {
      label: t(($) => $.disable),
      confirm: t(($) => $.disableConfirm, { name }),
      done: t(($) => $.disabled),
    })
    const complete = step('complete', row, {
      label: t(($) => $.complete),
      confirm: t(($) => $.completeConfirm, { name, count }),
      done: t(($) => $.completed),
    })
    const remove = step(
      'delete',
      row,
      { label: t(($) => $.remove), confirm: t(($) => $.removeConfirm, { name }), done: t(($) => $.removed) },
      { danger: true },
    )
    const suspend = dialog(
      'suspend',
      row,
      t(($) => $.suspend),
    )
    const resume = dialog(
      'resume',
      row,
      t(($) => $.resume),
      { primary: true },
    )
    const terminate = dialog(
      'terminate',
      row,
      t(($) => $.terminate),
      { danger: true },
    )
    const approve = dialog(
      'approve',
      row,
      t(($) => $.approve),
      { primary: true },
    )
    const reject = dialog(
      'reject',
      row,
      t(($) => $.reject),
    )
    switch (row.state) {
      case 'disabled':
        return [enable, edit, remove]
      case 'enabled':
        return row.approval === 'waiting' ? [approve, reject, disable] : [suspend, disable, complete, terminate]
      case 'suspended':
        return [resume, complete, terminate]
      default:
        return [remove]
    }
  }
  const toolbar: Action[] = [
    {
      key: 'create',
      label: t(($) => $.create),
      ...operationsFor(upgradeTask.save),
      primary: true,
      icon: <PlusOutlined aria-hidden />,
      onClick: () => setOpen(<TaskForm onClose={close} />),
    },
  ]
  return { toolbar, actionsOf, dialog: <Suspense>{open}</Suspense> }
}
