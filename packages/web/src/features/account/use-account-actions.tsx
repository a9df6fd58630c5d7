import { endpoints, type AccountRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import type { Action } from '../../kit/actions.tsx'
import { usePasswordOnce } from '../../kit/password-once.tsx'
import { toast } from '../../kit/toast.ts'
import { useNow } from '../../kit/use-now.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { useMe } from '../../session/me.tsx'
import type { AccountCustomer } from './create-account.form.tsx'
import { isLocked, isMasked, seenAs, type AccountKind, type Unmasked } from './account-kind.ts'
import { signInAs } from './sign-in-as.ts'

const CreateAccount = lazy(() => import('./create-account.form.tsx'))
const EditAccount = lazy(() => import('./edit-account.form.tsx'))
const ResetPassword = lazy(() => import('./reset-password.form.tsx'))
const EnableAccount = lazy(() => import('./enable-account.form.tsx'))

const { account } = endpoints

interface AccountWork {
  actionsOf: (row: AccountRow) => Action[]
  create: () => void
  unmasked: Unmasked
  dialogs: ReactNode
}

/** All that can be done with an account, for list and detail alike, with the dialogs for it. `leave` goes away before it is deleted; new ones are `customer`'s. */
export const useAccountActions = (
  kind: AccountKind,
  { leave, customer }: { leave?: () => Promise<void>; customer?: AccountCustomer | undefined } = {},
): AccountWork => {
  const { t } = useTranslation('account')
  const kit = useTranslation('kit').t
  const { user } = useMe()
  const now = useNow()
  const password = usePasswordOnce()
  const removed = useRemove()
  const [open, setOpen] = useState<{ as: 'create' } | { as: 'edit' | 'password' | 'enable'; row: AccountRow }>()
  const [unmasked, setUnmasked] = useState<Unmasked>({})
  const after = { invalidates: kind.reads }
  const forbid = useWrite(kind.calls.forbidden, after)
  const resetTwoStep = useWrite(kind.calls.resetTwoStep, after)
  const unlock = useWrite(kind.calls.unlock, after)
  const endSessions = useWrite(kind.calls.endSessions, after)
  const unmask = useWrite(account.unmask)
  const del = useWrite(kind.calls.del, { ...after, quiet: true })

  const toggle = async ({ id, account: name, enabled }: AccountRow) => {
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disabled, { name }) : t(($) => $.enabled, { name }))
  }
  const remove = (row: AccountRow) =>
    removed(
      row.account,
      t(($) => $.deleteHint),
      async () => {
        await del.mutateAsync({ id: row.id })
        await leave?.()
      },
    )

  const actionsOf = (row: AccountRow): Action[] => {
    const { id, account: name, enabled, state, manageable } = row
    // A lock is of the password, which a ticket does without.
    const mayEnter = state === 'enabled' || state === 'locked'
    const off = manageable ? undefined : id === user.id ? t(($) => $.off.own) : t(($) => $.off.level)
    const toggleAction: Action = {
      key: 'forbidden',
      label: enabled ? t(($) => $.disable) : t(($) => $.enable),
      op: kind.op('forbidden'),
      off,
      ...(enabled ? { confirm: t(($) => $.disableAsk, { name }) } : { primary: true }),
      // Without a role, a user sees nothing.
      onClick: () =>
        !enabled && row.type === 'user' && row.roleNames.length === 0 ? setOpen({ as: 'enable', row }) : toggle(row),
    }
    const edit: Action = {
      key: 'edit',
      label: kit(($) => $.edit),
      op: kind.op('update'),
      off,
      onClick: () => setOpen({ as: 'edit', row }),
    }
    const actions: Action[] = [
      ...(enabled ? [edit, toggleAction] : [toggleAction, edit]),
      {
        key: 'password',
        label: t(($) => $.resetPassword),
        op: kind.op('changePwd'),
        off,
        onClick: () => setOpen({ as: 'password', row }),
      },
    ]
    if (row.twoStep) {
      actions.push({
        key: 'resetTwoStep',
        label: t(($) => $.resetTwoStep),
        op: kind.op('changePwd'),
        off,
        danger: true,
        confirm: t(($) => $.resetTwoStepAsk, { name }),
        onClick: async () => {
          await resetTwoStep.mutateAsync({ id })
          toast.success(t(($) => $.twoStepReset, { name }))
        },
      })
    }
    if (isLocked(row, now)) {
      actions.push({
        key: 'unlock',
        label: t(($) => $.unlock),
        op: kind.op('changePwd'),
        off,
        onClick: async () => {
          await unlock.mutateAsync({ id })
          toast.success(t(($) => $.unlocked, { name }))
        },
      })
    }
    if (isMasked(seenAs(row, unmasked))) {
      actions.push({
        key: 'unmask',
        label: t(($) => $.unmask),
        op: 'account:unmask',
        onClick: async () => {
          const clear = await unmask.mutateAsync({ id })
          setUnmasked((old) => ({ ...old, [id]: { ...clear, version: row.version } }))
        },
      })
    }
    return [
      ...actions,
      {
        key: 'endSessions',
        label: t(($) => $.endSessions),
        op: kind.op('forbidden'),
        off,
        confirm: t(($) => $.endSessionsAsk, { name }),
        onClick: async () => {
          await endSessions.mutateAsync({ id })
          toast.success(t(($) => $.sessionsEnded, { name }))
        },
      },
      {
        key: 'signInAs',
        label: t(($) => $.signInAs),
        op: 'account:signInAs',
        off: off ?? (mayEnter ? undefined : enumLabel('accountState', state)),
        onClick: () => signInAs(() => id),
      },
      { key: 'del', label: kit(($) => $.remove), op: kind.op('del'), off, danger: true, onClick: () => remove(row) },
    ]
  }

  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      <Suspense>
        {open?.as === 'create' && <CreateAccount kind={kind} customer={customer} onCreated={password.show} onClose={close} />}
        {open?.as === 'edit' && <EditAccount kind={kind} row={open.row} onClose={close} />}
        {open?.as === 'enable' && <EnableAccount kind={kind} row={open.row} onClose={close} />}
        {open?.as === 'password' && <ResetPassword kind={kind} row={open.row} onReset={password.show} onClose={close} />}
      </Suspense>
      {password.dialog}
    </>
  )
  return { actionsOf, create: () => setOpen({ as: 'create' }), unmasked, dialogs }
}
