import { commandStates, decide, endpoints, type SentCommandRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const CommandDetails = lazy(() => import('./command-details.tsx'))
const ApproveCommand = lazy(() => import('./approve-command.form.tsx'))

const { approve, cancel } = endpoints.sentCommand

/** The actions for a sent command, with the reason if one is disabled. */
export const useCommandActions = (): { actionsOf: (row: SentCommandRow) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('device-command')
  const run = useRunWrite()
  const actor = useActor()
  const [open, setOpen] = useState<{ what: 'details' | 'approve'; row: SentCommandRow }>()
  const close = () => setOpen(undefined)

  const offOf = (action: 'approve' | 'cancel', row: SentCommandRow): string | undefined => {
    const decision = decide(commandStates, action, row.state, row, actor)
    if (decision.allowed) return undefined
    // The action is only offered to users who may take it in some state, so it is the current state that prevents it.
    return sharedTexts().reasons[decision.reason === 'noAccess' ? 'wrongState' : decision.reason]
  }
  const actionsOf = (row: SentCommandRow): Action[] => {
    const details: Action = { key: 'details', label: t(($) => $.sent.details), onClick: () => setOpen({ what: 'details', row }) }
    const decideIt: Action = {
      key: 'approve',
      label: t(($) => $.approve.action),
      ...operationsFor(approve),
      off: offOf('approve', row),
      primary: true,
      onClick: () => setOpen({ what: 'approve', row }),
    }
    const withdraw: Action = {
      key: 'cancel',
      label: t(($) => $.cancel.action),
      ...operationsFor(cancel),
      off: offOf('cancel', row),
      confirm: t(($) => $.cancel.confirm),
      onClick: async () => {
        await run(cancel, { id: row.id })
        toast.success(t(($) => $.cancel.done))
      },
    }
    return row.state === 'waitingApproval'
      ? [decideIt, details, withdraw]
      : [details, ...(row.dangerous ? [decideIt] : []), withdraw]
  }
  const dialog = open && (
    <Suspense>
      {open.what === 'details' ? (
        <CommandDetails row={open.row} onClose={close} />
      ) : (
        <ApproveCommand row={open.row} onClose={close} />
      )}
    </Suspense>
  )
  return { actionsOf, dialog }
}
