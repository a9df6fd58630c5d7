import { type CompanyRow, endpoints, type OutputOf, pageAddress } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { lazy, type ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../kit/confirm.ts'
import type { CompanyKindFacts } from './company-kind.ts'
import './company.css'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { usePasswordOnce } from '../../../kit/secret-once.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { toast } from '../../../toast.ts'
import { operationsFor, useMe } from '../../../session/me.tsx'
import { accountKind } from '../account/account-kind.ts'
import { signInAs } from '../account/sign-in-as.ts'
import { useBlockText } from './company-cells.tsx'
import { daysLeft } from './expiry.ts'

const order = ['companies', 'accounts', 'sessions', 'projects', 'devices', 'openOrders', 'openAlarms'] as const

interface StopsProps {
  stops: OutputOf<typeof endpoints.distributor.stops>
  hint: string
}

/** What stops, and what continues (domain.md, "Companies and scope"). */
const Stops = ({ stops, hint }: StopsProps) => {
  const { t } = useTranslation('company')
  return (
    <>
      <p>{hint}</p>
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

/** Shows what stops when a company is disabled, and asks for confirmation. */
const useConfirmStops = ({ calls }: CompanyKindFacts) => {
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  return async ({ id, name }: Pick<CompanyRow, 'id' | 'name'>): Promise<boolean> => {
    const stops = await call(calls.stops, { id })
    return confirm({
      title: t(($) => $.disable.title, { name }),
      content: <Stops stops={stops} hint={t(($) => $.disable.hint)} />,
      ok: kit(($) => $.rows.disable),
      danger: true,
    })
  }
}

const CreateCompany = lazy(() => import('./create-company.form.tsx'))
const EditCompany = lazy(() => import('./edit-company.form.tsx'))
const RenewCompany = lazy(() => import('./renew-company.form.tsx'))
const SetAdministrator = lazy(() => import('./set-administrator.form.tsx'))
const ResetPassword = lazy(() => import('../account/reset-password.form.tsx'))
const CompanyContact = lazy(() => import('./company-contact.tsx'))

interface CompanyWork {
  toolbar: readonly Action[]
  actionsOf: (row: CompanyRow) => Action[]
  dialogs: ReactNode
}

/** The actions for the companies of a kind, for list and detail page, with their dialogs. `leave` leaves the page of a deleted company. */
export const useCompanyActions = (kind: CompanyKindFacts, leave?: () => Promise<void>): CompanyWork => {
  const { calls } = kind
  const { t } = useTranslation('company')
  const run = useRunWrite()
  const confirmStops = useConfirmStops(kind)
  const blockText = useBlockText()
  const password = usePasswordOnce()
  const { user } = useMe()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<CompanyRow>({
    calls,
    renderForm: ({ row, onClose }) =>
      row ? (
        <EditCompany kind={kind} row={row} onClose={onClose} />
      ) : (
        <CreateCompany kind={kind} onCreated={password.show} onClose={onClose} />
      ),
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.kinds[kind.kind].create), remove: t(($) => $.deleteHint) },
    leave,
  })

  const toggle = (row: CompanyRow): Action => {
    const action = setEnabled(row)
    return {
      ...action,
      onClick: async () => {
        if (!row.enabled || (await confirmStops(row))) await action.onClick?.()
      },
    }
  }

  /** Why nobody of the company can sign in at present. */
  const stopped = ({ enabled, expiresAt, blockedBy }: CompanyRow): string | undefined => {
    if (!enabled) return t(($) => $.disabledNow)
    if (expiresAt !== null && daysLeft(expiresAt, Date.now()) <= 0) return t(($) => $.expiredNow)
    return blockText(blockedBy)
  }

  /** The domain that the company has requested; the operating company approves or refuses it. */
  const decisionsOn = (id: number, domain: string): Action[] =>
    ([true, false] as const).map((agree) => ({
      key: agree ? 'agreeDomain' : 'rejectDomain',
      label: agree ? t(($) => $.domain.agree) : t(($) => $.domain.reject),
      ...operationsFor(calls.decideDomain),
      confirm: agree ? t(($) => $.domain.agreeAsk, { domain }) : t(($) => $.domain.rejectAsk, { domain }),
      onClick: async () => {
        await run(calls.decideDomain, { id, domain, agree })
        toast.success(agree ? t(($) => $.domain.agreed) : t(($) => $.domain.rejected))
      },
    }))

  const actionsOf = (row: CompanyRow): Action[] => {
    const { adminAccountId } = row
    const shared = { kind, row, onClose: close }
    return [
      ...(row.domainRequested !== null && user.accountType === 'siter' ? decisionsOn(row.id, row.domainRequested) : []),
      edit(row),
      toggle(row),
      {
        key: 'renew',
        label: t(($) => $.renew.ok),
        ...operationsFor(calls.renew),
        off: row.expiresAt === null ? t(($) => $.renew.never) : undefined,
        onClick: () => show(<RenewCompany {...shared} />),
      },
      {
        key: 'signInAs',
        label: t(($) => $.signInAs),
        op: 'account:signInAs',
        off: adminAccountId === null ? t(($) => $.noAdministrator) : stopped(row),
        onClick: () => adminAccountId !== null && signInAs(() => adminAccountId),
      },
      {
        key: 'contact',
        label: t(($) => $.contact.show),
        op: 'account:unmask',
        onClick: () => show(<CompanyContact {...shared} />),
      },
      {
        key: 'setAdmin',
        label: t(($) => $.setAdmin.ok),
        ...operationsFor(calls.setAdmin),
        onClick: () => show(<SetAdministrator {...shared} />),
      },
      {
        key: 'resetAdmin',
        label: t(($) => $.resetAdmin),
        op: 'account:changePwd',
        off: adminAccountId === null ? t(($) => $.noAdministrator) : undefined,
        onClick: () =>
          adminAccountId !== null &&
          show(
            <ResetPassword
              kind={accountKind(kind.accounts)}
              row={{
                id: adminAccountId,
                account: row.adminAccount ?? '',
                ...(row.adminVersion === null ? {} : { version: row.adminVersion }),
              }}
              onReset={password.show}
              onClose={close}
            />,
          ),
      },
      {
        key: 'handOver',
        label: t(($) => $.handOver),
        ...operationsFor(endpoints.handOver.company),
        href: pageAddress('handOverList', { company: row.id }),
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
  return { toolbar, actionsOf, dialogs }
}
