import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall, useWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { ContractFiles } from '../../people/customer-contract/contract-files.tsx'
import { hasPage } from '../../../kit/menu-tree.ts'

const message = endpoints.message
type Message = OutputOf<typeof message.myPage>['list'][number]

/** The user's messages. */
export default function MessageListPage() {
  const { t } = useTranslation('message')
  const kit = useTranslation('kit').t
  const read = useWrite(message.read)
  const removeMany = useWrite(message.removeMany)
  const types = useCall(message.myTypes, {}, { quiet: true, staleTime: Infinity }).data ?? []
  const ids = (rows: readonly Message[]) => rows.map(({ id }) => id)
  const linked = ({ link }: Message) => link !== null && hasPage(link.split('?')[0] ?? '')

  return (
    <ListPage
      endpoint={message.myPage}
      filters={[
        'keyword',
        {
          kind: 'select',
          name: 'unread',
          label: t(($) => $.readState),
          options: [
            { value: 'true', label: t(($) => $.unread) },
            { value: 'false', label: t(($) => $.read) },
          ],
        },
        'messageCategory',
        { kind: 'select', name: 'type', options: types },
        { kind: 'dateRange' },
      ]}
      columns={[
        {
          field: 'unread',
          label: t(($) => $.readState),
          render: ({ readAt }) =>
            readAt === null ? (
              <Tag look={{ tone: 'info', shape: '●' }}>{t(($) => $.unread)}</Tag>
            ) : (
              <Tag look={{ tone: 'neutral', shape: '○' }}>{t(($) => $.read)}</Tag>
            ),
        },
        {
          field: 'messageCategory',
          render: ({ messageCategory, typeName }) => (
            <TwoLines small={typeName}>{enumLabel('messageCategory', messageCategory)}</TwoLines>
          ),
        },
        { field: 'title', render: ({ title, content }) => <TwoLines small={content}>{title}</TwoLines>, width: 280 },
        { field: 'files', render: ({ files }) => <ContractFiles files={files} />, width: 200 },
        'createdAt',
      ]}
      actions={[{ key: 'all', label: t(($) => $.markAllRead), onClick: () => read.mutateAsync({}) }]}
      rowActions={(row) => [
        ...(linked(row)
          ? [
              {
                key: 'open',
                label: t(($) => $.open),
                href: row.link ?? '',
                onClick: () => (row.readAt === null ? read.mutateAsync({ ids: [row.id] }) : undefined),
              },
            ]
          : []),
        {
          key: 'read',
          label: t(($) => $.markRead),
          off: row.readAt === null ? undefined : t(($) => $.alreadyRead),
          onClick: () => read.mutateAsync({ ids: [row.id] }),
        },
        {
          key: 'remove',
          label: kit(($) => $.remove),
          danger: true,
          confirm: kit(($) => $.confirmDialog.deleteTitle, { name: row.title }),
          onClick: () => removeMany.mutateAsync({ ids: [row.id] }),
        },
      ]}
      selectAll
      selection={(rows, clear) => [
        { key: 'read', label: t(($) => $.markRead), onClick: () => read.mutateAsync({ ids: ids(rows) }).then(clear) },
        {
          key: 'remove',
          label: t(($) => $.deleteSelected),
          danger: true,
          confirm: t(($) => $.deleteConfirm, { count: rows.length }),
          onClick: () => removeMany.mutateAsync({ ids: ids(rows) }).then(clear),
        },
      ]}
    />
  )
}
