import { endpoints, type AccountRow } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { type InFull, useUnmask } from '../../../kit/masked.tsx'
import { usePasswordOnce } from '../../../kit/secret-once.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { toast } from '../../../toast.ts'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor, useMe } from '../../../session/me.tsx'
import type { AccountCompany, AccountCustomer } from './create-account.form.tsx'
import { isHidden, isLocked, type AccountKind } from './account-kind.ts'
import { signInAs } from './sign-in-as.ts'

const CreateAccount = lazy(() => import('./create-account.form.tsx'))
const EditAccount = lazy(() => import('./edit-account.form.tsx'))
const ResetPassword = lazy(() => import('./reset-password.form.tsx'))
const EnableAccount = lazy(() => import('./enable-account.form.tsx'))

const account = endpoints.account

interface AccountWork {
  toolbar: readonly Action[]
  actionsOf: (row: AccountRow) => Action[]
  inFull: InFull
  dialogs: ReactNode
}

/**
 * The actions for accounts, for list and detail page, with their dialogs. `leave` leaves the detail page after a deletion. New
 * accounts belong to `customer` or `company`.
 */
export const useAccountActions = (
  kind: AccountKind,
  {
    leave,
    customer,
    company,
  }: { leave?: () => Promise<void>; customer?: AccountCustomer | undefined; company?: AccountCompany } = {},
): AccountWork => {
  const { calls } = kind
  const { t } = useTranslation('account')
  const { user } = useMe()
  const now = useNow()
  const run = useRunWrite()
  const password = usePasswordOnce()
  const { inFull, show: unmask } = useUnmask((id) => run(account.unmask, { id }))

  const offOf = ({ id, manageable }: AccountRow): string | undefined =>
    manageable ? undefined : id === user.id ? t(($) => $.off.own) : t(($) => $.off.level)
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<AccountRow>({
    calls,
    renderForm: ({ row, onClose }) =>
      row ? (
        <EditAccount kind={kind} row={row} onClose={onClose} />
      ) : (
        <CreateAccount kind={kind} customer={customer} ofCompany={company} onCreated={password.show} onClose={onClose} />
      ),
    nameOf: (row) => row.account,
    texts: {
      create: t(($) => $.create),
      disable: ({ account: name }) => t(($) => $.disableAsk, { name }),
      remove: t(($) => $.deleteHint),
      import: t(($) => $.importTitle),
    },
    off: offOf,
    leave,
  })

  const toggle = (row: AccountRow): Action => {
    const action = setEnabled(row)
    if (row.enabled) return action
    // Without a role, a user sees nothing.
    const roleless = row.type === 'user' && row.roleNames.length === 0
    const onClick = () => show(<EnableAccount kind={kind} row={row} onClose={close} />)
    return { ...action, primary: true, ...(roleless ? { onClick } : {}) }
  }

  const actionsOf = (row: AccountRow): Action[] => {
    const { id, account: name, enabled, state } = row
    // A lock only concerns the password, which a ticket does not need.
    const mayEnter = state === 'enabled' || state === 'locked'
    const off = offOf(row)
    const actions: Action[] = [
      ...(enabled ? [edit(row), toggle(row)] : [toggle(row), edit(row)]),
      {
        key: 'password',
        label: t(($) => $.resetPassword),
        ...operationsFor(calls.changePwd),
        off,
        onClick: () => show(<ResetPassword kind={kind} row={row} onReset={password.show} onClose={close} />),
      },
    ]
    if (row.twoStep) {
      actions.push({
        key: 'resetTwoStep',
        label: t(($) => $.resetTwoStep),
        ...operationsFor(calls.resetTwoStep),
        off,
        danger: true,
        confirm: t(($) => $.resetTwoStepAsk, { name }),
        onClick: async () => {
          await run(calls.resetTwoStep, { id })
          toast.success(t(($) => $.twoStepReset, { name }))
        },
      })
    }
    if (isLocked(row, now)) {
      actions.push({
        key: 'unlock',
        label: t(($) => $.unlock),
        ...operationsFor(calls.unlock),
        off,
        onClick: async () => {
          await run(calls.unlock, { id })
          toast.success(t(($) => $.unlocked, { name }))
        },
      })
    }
    if (isHidden(inFull(row))) {
      actions.push({
        key: 'unmask',
        label: t(($) => $.unmask),
        ...operationsFor(account.unmask),
        onClick: () => unmask(row),
      })
    }
    return [
      ...actions,
      {
        key: 'endSessions',
        label: t(($) => $.endSessions),
        ...operationsFor(calls.endSessions),
        off,
        confirm: t(($) => $.endSessionsAsk, { name }),
        onClick: async () => {
          await run(calls.endSessions, { id })
          toast.success(t(($) => $.sessionsEnded, { name }))
        },
      },
      {
        key: 'signInAs',
        label: t(($) => $.signInAs),
        ...operationsFor(account.issueTicket),
        off: off ?? (mayEnter ? undefined : enumLabel('accountState', state)),
        onClick: () => signInAs(() => id),
      },
      remove(row),
    ]
  }

  const dialogs = (
    <>
      {dialog}
      {password.dialog}
    </>
  )
  return { toolbar, actionsOf, inFull, dialogs }
}
