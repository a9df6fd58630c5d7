import type { CompanyRow, endpoints, OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { confirm } from '../../kit/confirm.tsx'
import { toast } from '../../kit/toast.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { signInAs } from '../account/sign-in-as.ts'
import type { CompanyKindFacts } from './company-kind.ts'

const order = ['companies', 'accounts', 'sessions', 'projects', 'devices', 'openOrders', 'openAlarms'] as const

/** What disabling stops, and what goes on all the same (domain.md, "Companies and scope"). */
const Stops = ({ stops }: { stops: OutputOf<typeof endpoints.distributor.stops> }) => {
  const { t } = useTranslation('company')
  return (
    <>
      <p>{t(($) => $.disable.hint)}</p>
      <dl className="ew-stops">
        {order.map((what) => (
          <div key={what}>
            <dt>{t(($) => $.disable.stops[what])}</dt>
            <dd>{stops[what].toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      <p className="ew-muted">{t(($) => $.disable.goesOn)}</p>
    </>
  )
}

/** What can be done to a company of a kind, besides editing it. */
export const useCompanyActions = (
  { calls, accounts, op, reads }: CompanyKindFacts,
  edit: (row: CompanyRow) => void,
): ((row: CompanyRow) => Action[]) => {
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  const removed = useRemove()
  const forbid = useWrite(calls.forbidden, { invalidates: reads })
  const del = useWrite(calls.del, { invalidates: reads, quiet: true })

  const toggle = async ({ id, name, enabled }: CompanyRow) => {
    if (enabled) {
      const stops = await call(calls.stops, { id })
      const title = t(($) => $.disable.title, { name })
      if (!(await confirm({ title, content: <Stops stops={stops} />, ok: t(($) => $.disable.ok), danger: true }))) return
    }
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disable.done, { name }) : t(($) => $.enable.done, { name }))
  }

  /** The row names its administrator; who that is, the list of accounts knows. */
  const administrator = async ({ id, adminAccount }: CompanyRow): Promise<number> => {
    const { list } = await call(accounts, { companyId: id, keyword: adminAccount ?? '', pageSize: 80 })
    const found = list.find(({ account }) => account === adminAccount)
    if (!found) {
      toast.error(t(($) => $.noAdministrator))
      throw new Error('no administrator')
    }
    return found.id
  }

  return (row) => [
    { key: 'edit', label: kit(($) => $.edit), op: op.update, onClick: () => edit(row) },
    {
      key: 'forbidden',
      label: row.enabled ? t(($) => $.disable.ok) : t(($) => $.enable.ok),
      op: op.forbidden,
      onClick: () => toggle(row),
    },
    {
      key: 'signInAs',
      label: t(($) => $.signInAs),
      op: 'account:signInAs',
      off: row.adminAccount === null ? t(($) => $.noAdministrator) : row.enabled ? undefined : t(($) => $.disabledNow),
      onClick: () => signInAs(() => administrator(row)),
    },
    {
      key: 'del',
      label: kit(($) => $.remove),
      op: op.del,
      danger: true,
      onClick: () =>
        removed(
          row.name,
          t(($) => $.deleteHint),
          () => del.mutateAsync({ id: row.id }),
        ),
    },
  ]
}
