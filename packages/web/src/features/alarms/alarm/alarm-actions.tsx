import { type ActorFacts, type AlarmRow, alarmStates, decide, pageAddress } from '@emberwatch/contract'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { toast } from '../../../toast.ts'
import { useActor } from '../../../session/me.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { useAlarmSource } from './alarm-source.ts'
import { useDeskActions } from './desk-actions.tsx'
import { useConfirmAlarm } from './use-confirm-alarm.ts'

const CloseAlarm = lazy(() => import('./close-alarm.form.tsx'))

/** Why the user cannot do this to the alarm now. Undefined if they can. */
const disabledReason = (row: AlarmRow, action: string, actor: ActorFacts, t: TFunction<'alarm'>): string | undefined => {
  const decision = decide(alarmStates, action, row.state, { sourceActive: row.sourceActive }, actor)
  if (decision.allowed) return undefined
  if (decision.reason === 'wrongState') return t(($) => $.off.state, { state: enumLabel('alarmState', row.state) })
  return sharedTexts().reasons[decision.reason]
}

/** The actions for an alarm, with their dialogs. */
export const useAlarmActions = (): { actionsOf: (row: AlarmRow, where?: 'detail') => Action[]; dialogs: ReactNode } => {
  const { t } = useTranslation('alarm')
  const actor = useActor()
  const [closing, setClosing] = useState<{ row: AlarmRow; as: 'deal' | 'misreport' }>()
  const confirm = useConfirmAlarm()
  const { repair } = useAlarmSource()
  const { deskActionsOf, deskDialogs } = useDeskActions()

  const actionsOf = (row: AlarmRow, where?: 'detail'): Action[] => {
    const { id, deviceCode } = row
    const off = (action: string) => disabledReason(row, action, actor, t)
    const actions: Action[] = [
      {
        key: 'confirm',
        label: t(($) => $.confirm),
        op: 'alarm:confirm',
        off: off('confirm'),
        primary: row.state === 'unconfirmed',
        onClick: async () => {
          if (await confirm(row, row)) toast.success(t(($) => $.confirmed, { code: row.code }))
        },
      },
      {
        key: 'deal',
        label: t(($) => $.resolve),
        op: 'alarm:deal',
        off: off('deal'),
        primary: row.state === 'confirmed',
        onClick: () => setClosing({ row, as: 'deal' }),
      },
      {
        key: 'misreport',
        label: t(($) => $.misreport),
        op: 'alarm:misreport',
        off: off('misreport'),
        onClick: () => setClosing({ row, as: 'misreport' }),
      },
    ]
    actions.push(...deskActionsOf(row))
    if (where !== 'detail') actions.push({ key: 'detail', label: t(($) => $.detail), href: pageAddress('alarmDetail', { id }) })
    actions.push({
      key: 'repair',
      label: t(($) => $.repair),
      op: 'repairOrder:create',
      off: deviceCode === null ? t(($) => $.off.device) : undefined,
      // The address is read by the form of the repair order.
      ...(repair
        ? { onClick: () => repair(row) }
        : { href: pageAddress('repairOrderList', { create: 1, alarmId: id, deviceCode }) }),
    })
    if (row.projectId !== null)
      actions.push({
        key: 'message',
        label: t(($) => $.message),
        op: 'messageTask:create',
        // To the people of its project; the form of message tasks reads these.
        href: pageAddress('messageTaskList', {
          create: 1,
          forProject: row.projectId,
          about: `${typeName(row)} ${row.code} ${placeOf(row, t)}`,
        }),
      })
    if (row.projectId !== null)
      actions.push({
        key: 'test',
        label: t(($) => $.putOnTest),
        op: 'project:test',
        // Its tests are shown below the button that starts one.
        href: pageAddress('projectDetail', { id: row.projectId, tab: 'tests' }),
      })
    if (where === 'detail') return actions
    // Actions that are possible now come first.
    return [...actions.filter((action) => action.off === undefined), ...actions.filter((action) => action.off !== undefined)]
  }

  const dialogs = (
    <>
      {closing && (
        <Suspense>
          <CloseAlarm {...closing} onClose={() => setClosing(undefined)} />
        </Suspense>
      )}
      {deskDialogs}
    </>
  )
  return { actionsOf, dialogs }
}
