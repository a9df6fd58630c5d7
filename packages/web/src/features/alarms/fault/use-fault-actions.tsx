import { decide, endpoints, faultStates, type FaultRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { useActor } from '../../../session/me.tsx'

const SolveFaults = lazy(() => import('./solve-faults.form.tsx'))
const SnoozeFaults = lazy(() => import('./snooze-faults.form.tsx'))
const RepairFaults = lazy(() => import('./repair-faults.form.tsx'))

const { fault } = endpoints

interface Acting {
  as: 'solve' | 'snooze' | 'repair'
  rows: readonly FaultRow[]
  clear: () => void
}

/** The actions for one fault or several, with their dialogs. */
export const useFaultActions = (): {
  actionsOf: (rows: readonly FaultRow[], clear?: () => void) => Action[]
  dialog: ReactNode
} => {
  const { t } = useTranslation('fault')
  const actor = useActor()
  const showResults = useShowResults()
  const [acting, setActing] = useState<Acting>()
  const wake = useWrite(fault.wake)

  const solveRefusal = (row: FaultRow): string | undefined => {
    const decision = decide(faultStates, 'solve', row.state, row, actor)
    if (decision.allowed) return undefined
    return decision.reason === 'wrongState' ? t(($) => $.solve.already) : sharedTexts().reasons.noAccess
  }
  const solvedAlready = (row: FaultRow) => (row.state === 'solved' ? t(($) => $.solve.already) : undefined)
  const repairRefusal = (row: FaultRow) => {
    if (row.state === 'processing') return t(($) => $.repair.has, { code: row.orderCode ?? '—' })
    if (row.projectId === null) return sharedTexts().reasons.faultWithoutProject
    if (row.deviceCode !== null && row.deviceId === null) return sharedTexts().reasons.faultUnregistered
    return solvedAlready(row)
  }

  const actionsOf = (rows: readonly FaultRow[], clear = () => {}): Action[] => {
    const many = rows.length > 1
    // For a selection, the answer names those that were refused. An action is only disabled if none of them allows it.
    const off = (refusal: (row: FaultRow) => string | undefined) => {
      const refusals = rows.map(refusal)
      return refusals.includes(undefined) ? undefined : refusals[0]
    }
    const open = (as: Acting['as']) => () => setActing({ as, rows, clear })
    const asleep = rows.filter(({ snoozedUntil }) => snoozedUntil !== null)
    return [
      {
        key: 'repair',
        label: many ? t(($) => $.repair.selected) : t(($) => $.repair.action),
        op: 'repairOrder:create',
        primary: !many,
        off: off(repairRefusal),
        onClick: open('repair'),
      },
      {
        key: 'solve',
        label: many ? t(($) => $.solve.selected) : t(($) => $.solve.action),
        op: 'fault:solve',
        off: off(solveRefusal),
        onClick: open('solve'),
      },
      {
        key: 'snooze',
        label: asleep.length > 0 ? t(($) => $.snooze.again) : t(($) => $.snooze.action),
        op: 'fault:snooze',
        off: off(solvedAlready),
        onClick: open('snooze'),
      },
      ...(asleep.length === 0
        ? []
        : [
            {
              key: 'wake',
              label: t(($) => $.snooze.wake),
              op: 'fault:snooze' as const,
              onClick: async () => {
                const results = await wake.mutateAsync({ ids: asleep.map(({ id }) => id) })
                const codes = new Map(asleep.map(({ id, code }) => [id, code]))
                showResults(
                  results.map(({ id, done, msg }) => ({ name: codes.get(id) ?? '', failure: done ? undefined : msg })),
                  t(($) => $.snooze.woken),
                )
                clear()
              },
            },
          ]),
    ]
  }

  const close = () => setActing(undefined)
  const shown = acting && { rows: acting.rows, clear: acting.clear, onClose: close }
  const dialog = (
    <Suspense>
      {shown && acting.as === 'solve' && <SolveFaults {...shown} />}
      {shown && acting.as === 'snooze' && <SnoozeFaults {...shown} />}
      {shown && acting.as === 'repair' && <RepairFaults {...shown} />}
    </Suspense>
  )
  return { actionsOf, dialog }
}
