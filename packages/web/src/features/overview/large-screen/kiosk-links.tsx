import { endpoints, kioskLimits, type KioskLinkRow } from '@emberwatch/contract'
import { Alert, Button, Drawer, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { copyText } from '../../../kit/copy.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Time } from '../../../kit/time.tsx'
import { publicPaths } from '../../../paths.ts'
import { useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const { kioskLink, orderCommon } = endpoints

/** The address that a wall opens. The secret is behind the hash, which browsers send to nobody. */
const addressOf = (secret: string): string => {
  const { origin, pathname } = location
  return `${origin}${pathname}#${publicPaths.largeScreen}?kiosk=${secret}`
}

/** The link, shown once. */
const Once = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('large-screen')
  const field = useRef<HTMLDivElement>(null)
  const copy = async () => {
    if (await copyText(addressOf(secret))) return toast.success(t(($) => $.links.copied))
    field.current?.querySelector('input')?.select()
    toast.warning(t(($) => $.links.copyYourself))
  }
  return (
    <Modal
      open
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t(($) => $.links.title)}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(($) => $.links.noted)}
        </Button>
      }
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.links.once)} />
      <div ref={field} className="ew-once">
        <Input readOnly value={addressOf(secret)} aria-label={t(($) => $.links.title)} />
        <Button onClick={() => void copy()}>{t(($) => $.links.copy)}</Button>
      </div>
    </Modal>
  )
}

/** Creating, listing and revoking kiosk links. */
export default function KioskLinks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('large-screen')
  const { accountType } = useMe().user
  const run = useRunWrite()
  const list = useCall(kioskLink.page, { pageSize: 80 }, { quiet: true, refetchInterval: 30_000 })
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const revokeOf = ({ id, name }: KioskLinkRow) => ({
    key: 'revoke',
    label: t(($) => $.links.revoke),
    danger: true,
    confirm: t(($) => $.links.revokeAsk, { name }),
    onClick: () => run(kioskLink.revoke, { id }, { invalidates: [kioskLink.page] }),
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
          invalidates={[kioskLink.page]}
          onClose={() => setCreating(false)}
          onSaved={(saved) => setSecret(saved.secret)}
        />
      )}
      {secret !== undefined && <Once secret={secret} onClose={() => setSecret(undefined)} />}
    </Drawer>
  )
}
