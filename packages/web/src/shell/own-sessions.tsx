import { endpoints, type OwnSession } from '@emberwatch/contract'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall, useWrite } from '../api/hooks.ts'
import { fieldLabel } from '../i18n/i18n.ts'
import { ActionButton } from '../kit/actions.tsx'
import { ListSkeleton, LoadFailed } from '../kit/list/list-states.tsx'
import { PlainTable } from '../kit/plain-table.tsx'
import { Tag } from '../kit/status-tag.tsx'
import { Time } from '../kit/time.tsx'
import { toast } from '../toast.ts'

const session = endpoints.session

/** Where the user is signed in, and signing out there (screens.md section 13). */
export default function OwnSessions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const kit = useTranslation('kit').t
  const own = useCall(session.ownSessions, {}, { quiet: true })
  const end = useWrite(session.endOwnSession)
  const endOthers = useWrite(session.endOtherSessions)

  const since = ({ createdAt, issuer }: OwnSession) => (
    <span className="ew-two-lines">
      <Time value={createdAt} />
      {issuer !== null && <small>{t(($) => $.sessions.by, { issuer })}</small>}
    </span>
  )
  const what = ({ id, current }: OwnSession) =>
    current ? (
      <Tag look={{ tone: 'normal', shape: '●' }}>{t(($) => $.sessions.current)}</Tag>
    ) : (
      <ActionButton
        link
        action={{
          key: 'end',
          label: t(($) => $.sessions.end),
          onClick: async () => {
            await end.mutateAsync({ id })
            toast.success(t(($) => $.sessions.ended))
          },
        }}
      />
    )
  const others = own.data?.some(({ current }) => !current) ?? false
  const footer = (
    <div className="ew-form-buttons">
      <Button onClick={onClose}>{kit(($) => $.close)}</Button>
      <ActionButton
        action={{
          key: 'endOthers',
          label: t(($) => $.sessions.endOthers),
          off: others ? undefined : t(($) => $.sessions.noOthers),
          danger: true,
          confirm: t(($) => $.sessions.endOthersAsk),
          onClick: async () => {
            await endOthers.mutateAsync({})
            toast.success(t(($) => $.sessions.othersEnded))
          },
        }}
      />
    </div>
  )
  return (
    <Modal open centered width={820} title={t(($) => $.sessions.title)} footer={footer} onCancel={onClose}>
      {own.data ? (
        <PlainTable
          label={t(($) => $.sessions.title)}
          rows={own.data}
          columns={[
            { label: t(($) => $.sessions.since), render: since },
            { label: t(($) => $.sessions.seen), render: ({ lastSeenAt }) => <Time value={lastSeenAt} /> },
            { label: fieldLabel('ip'), render: ({ ip }) => ip ?? '—' },
            {
              label: fieldLabel('userAgent'),
              render: ({ userAgent }) => <span className="ew-anywhere">{userAgent ?? '—'}</span>,
            },
            { label: fieldLabel('actions'), render: what },
          ]}
        />
      ) : own.isError ? (
        <LoadFailed reason={own.error.message} onRetry={() => void own.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Modal>
  )
}
