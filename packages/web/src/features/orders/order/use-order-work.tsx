import type { OrderRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRemove } from '../../../kit/use-remove.tsx'
import { toast } from '../../../toast.ts'
import { useActor } from '../../../session/me.tsx'
import { isOnBehalf, operationsOf, sortedActions, type OrderAction } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'

const OrderDialog = lazy(() => import('./order-dialogs.tsx'))
const EditOrder = lazy(() => import('./edit-order.form.tsx'))

/** All actions for an order, for list and detail page, with their dialogs. `leave` leaves the page of a deleted order. */
export const useOrderWork = (
  kind: OrderKind,
  leave?: () => Promise<void>,
): { actionsOf: (order: OrderRow) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('order')
  const run = useRunWrite()
  const removed = useRemove()
  const actor = useActor()
  const [open, setOpen] = useState<{ action: OrderAction; order: OrderRow }>()

  const remove = async ({ id, code }: OrderRow) => {
    const isGone = await removed(
      code,
      t(($) => $.deleteHint),
      () => run(kind.calls.remove, { id }, { quiet: true }),
    )
    if (isGone) await leave?.()
  }
  const step = async (action: 'receive' | 'start', { id }: OrderRow) => {
    await run(kind.calls[action], { id })
    toast.success(t(($) => $.done[action]))
  }

  const actionsOf = (order: OrderRow): Action[] =>
    sortedActions(kind, order, actor).map(({ action, refusal }, index): Action => {
      const word = t(($) => $.actions[action])
      const onBehalf = isOnBehalf(action, order, actor)
      const common = {
        key: action,
        label: onBehalf ? t(($) => $.onBehalf, { action: word }) : word,
        op: operationsOf(kind, action),
        off: refusal && sharedTexts().reasons[refusal],
        primary: index === 0 && refusal === undefined,
        danger: action === 'cancel' || action === 'del',
      }
      if (action === 'del') return { ...common, onClick: () => remove(order) }
      // An engineer accepts and starts directly. Somebody acting on behalf must give a reason.
      if ((action === 'receive' || action === 'start') && !onBehalf) return { ...common, onClick: () => step(action, order) }
      return { ...common, onClick: () => setOpen({ action, order }) }
    })

  const close = () => setOpen(undefined)
  const dialog = open && (
    <Suspense>
      {open.action === 'edit' ? (
        <EditOrder kind={kind} id={open.order.id} onClose={close} />
      ) : (
        <OrderDialog
          kind={kind}
          action={open.action}
          order={open.order}
          onBehalf={isOnBehalf(open.action, open.order, actor)}
          onClose={close}
        />
      )}
    </Suspense>
  )
  return { actionsOf, dialog }
}
