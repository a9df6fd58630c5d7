import { endpoints, kioskLimits, type KioskLinkRow, pageHref } from '@emberwatch/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'
import { Time } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'

const { kioskLink, orderCommon } = endpoints

/** The address that a wall opens. The secret is behind the hash, which browsers send to nobody. */
const addressOf = (secret: string): string => {
  const { origin, pathname } = location
  return `${origin}${pathname}${pageHref('largeScreen', { kiosk: secret })}`
}

/** Creating, listing and revoking kiosk links. */
export default function KioskLinks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('large-screen')
  const { accountType } = useMe().user
  const run = useRunWrite()
  const list = useCall(kioskLink.page, { pageSize: 80 }, { quiet: true, refetchInterval: 30_000 })
  const [creating, setCreating] = useState(false)
  const link = useShown<string>((secret, onRead) => (
    <SecretOnce title={t(($) => $.links.title)} hint={t(($) => $.links.once)} onClose={onRead}>
      <SecretField label={t(($) => $.links.title)} secret={addressOf(secret)} />
    </SecretOnce>
  ))
  const revokeOf = ({ id, name }: KioskLinkRow) => ({
    key: 'revoke',
    label: t(($) => $.links.revoke),
    danger: true,
    confirm: t(($) => $.links.revokeAsk, { name }),
    onClick: () => run(kioskLink.revoke, { id }),
  })
  return (
    <Drawer open title={t(($) => $.links.title)} size={960} onClose={onClose}>
      <p>{t(($) => $.links.intro)}</p>
      <p>
        <Button type="primary" onClick={() => setCreating(true)}>
          {t(($) => $.links.create)}
        </Button>
      </p>
      {list.data ? (
        <PlainTable
          label={t(($) => $.links.title)}
          rows={list.data.list}
          columns={[
            { label: t(($) => $.links.name), render: (row: KioskLinkRow) => row.name },
            {
              label: t(($) => $.links.scope),
              render: ({ companyName, projectName }) => `${companyName} · ${projectName ?? t(($) => $.links.whole)}`,
            },
            { label: fieldLabel('kioskState'), render: ({ kioskState }) => enumLabel('kioskState', kioskState) },
            { label: fieldLabel('validUntil'), render: ({ validUntil }) => <Time value={validUntil} /> },
            {
              label: fieldLabel('lastUsedAt'),
              render: ({ lastUsedAt }) => (lastUsedAt === null ? t(($) => $.links.never) : <Time value={lastUsedAt} />),
            },
            { label: fieldLabel('screens'), render: ({ screens }) => screens },
            { label: fieldLabel('createdBy'), render: ({ createdBy }) => createdBy ?? '—' },
            { label: '', render: (row) => row.kioskState === 'valid' && <ActionButton link action={revokeOf(row)} /> },
          ]}
        />
      ) : list.isError ? (
        <LoadFailed reason={list.error.message} onRetry={() => void list.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
      {creating && (
        <FormDialog
          endpoint={kioskLink.create}
          title={t(($) => $.links.createTitle)}
          ok={t(($) => $.links.create)}
          saved={null}
          initial={{ validDays: kioskLimits.days }}
          fields={[
            { name: 'name', label: t(($) => $.links.name) },
            ...(hasCompaniesBelow(accountType)
              ? [{ name: 'companyId' as const, label: t(($) => $.links.company), control: <CompanySelect /> }]
              : []),
            { name: 'projectId', label: t(($) => $.links.project), source: orderCommon.project },
            'validDays',
          ]}
          onClose={() => setCreating(false)}
          onSaved={({ secret }) => link.show(secret)}
        />
      )}
      {link.dialog}
    </Drawer>
  )
}
