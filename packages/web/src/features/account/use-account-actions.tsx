import { endpoints, type AccountRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { usePasswordOnce } from '../../kit/password-once.tsx'
import { toast } from '../../kit/toast.ts'
import { useNow } from '../../kit/use-now.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { useMe } from '../../session/me.tsx'
import { isLocked, isMasked, seenAs, type AccountKind, type Unmasked } from './account-kind.ts'
import { signInAs } from './sign-in-as.ts'

const CreateAccount = lazy(() => import('./create-account.form.tsx'))
const EditAccount = lazy(() => import('./edit-account.form.tsx'))
const ResetPassword = lazy(() => import('./reset-password.form.tsx'))

const { account } = endpoints

interface AccountWork {
  actionsOf: (row: AccountRow) => Action[]
  create: () => void
  unmasked: Unmasked
  dialogs: ReactNode
}

/** All that can be done with an account, for list and detail alike, with the dialogs for it. `leave` goes away before it is deleted. */
export const useAccountActions = (kind: AccountKind, leave?: () => Promise<void>): AccountWork => {
  const { t } = useTranslation('account')
  const kit = useTranslation('kit').t
  const { user } = useMe()
  const now = useNow()
  const password = usePasswordOnce()
  const removed = useRemove()
  const [open, setOpen] = useState<{ as: 'create' } | { as: 'edit' | 'password'; row: AccountRow }>()
  const [unmasked, setUnmasked] = useState<Unmasked>({})
  const after = { invalidates: kind.reads }
  const forbid = useWrite(account.forbidden, after)
  const unlock = useWrite(account.unlock, after)
  const endSessions = useWrite(account.endSessions, after)
  const unmask = useWrite(account.unmask)
  const del = useWrite(account.del, { ...after, quiet: true })

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
    const { id, account: name, enabled, manageable } = row
    const off = manageable ? undefined : id === user.id ? t(($) => $.off.own) : t(($) => $.off.level)
    const toggleAction: Action = {
      key: 'forbidden',
      label: enabled ? t(($) => $.disable) : t(($) => $.enable),
      op: 'account:forbidden',
      off,
      ...(enabled ? { confirm: t(($) => $.disableAsk, { name }) } : { primary: true }),
      onClick: () => toggle(row),
    }
    const edit: Action = {
      key: 'edit',
      label: kit(($) => $.edit),
      op: 'account:update',
      off,
      onClick: () => setOpen({ as: 'edit', row }),
    }
    const actions: Action[] = [
      ...(enabled ? [edit, toggleAction] : [toggleAction, edit]),
      {
        key: 'password',
        label: t(($) => $.resetPassword),
        op: 'account:changePwd',
        off,
        onClick: () => setOpen({ as: 'password', row }),
      },
    ]
    if (isLocked(row, now)) {
      actions.push({
        key: 'unlock',
        label: t(($) => $.unlock),
        op: 'account:changePwd',
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
        op: 'account:forbidden',
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
        off: off ?? (enabled ? undefined : t(($) => $.off.disabled)),
        onClick: () => signInAs(() => id),
      },
      { key: 'del', label: kit(($) => $.remove), op: 'account:del', off, danger: true, onClick: () => remove(row) },
    ]
  }

  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      <Suspense>
        {open?.as === 'create' && <CreateAccount kind={kind} onCreated={password.show} onClose={close} />}
        {open?.as === 'edit' && <EditAccount kind={kind} row={open.row} onClose={close} />}
        {open?.as === 'password' && <ResetPassword kind={kind} row={open.row} onReset={password.show} onClose={close} />}
      </Suspense>
      {password.dialog}
    </>
  )
  return { actionsOf, create: () => setOpen({ as: 'create' }), unmasked, dialogs }
}
