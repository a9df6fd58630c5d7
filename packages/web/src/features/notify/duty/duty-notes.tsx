import { EditOutlined } from '@ant-design/icons'
import { endpoints, type DutyNoteRow, type DutyTeamDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const { dutyNote } = endpoints

/** The hand-over notes of the shifts: who wrote them, and who confirmed having read them. */
export const DutyNotes = ({ team }: { team: DutyTeamDetail }) => {
  const { t } = useTranslation('duty')
  const run = useRunWrite()
  const [open, setOpen] = useState(false)
  const minute = (at: string) => formatTime(at, team.timeZone).slice(0, 16)
  const read = ({ id, mayRead }: DutyNoteRow) =>
    mayRead
      ? [
          {
            key: 'read',
            label: t(($) => $.notes.read),
            ...operationsFor(dutyNote.read),
            onClick: async () => {
              await run(dutyNote.read, { ids: [id] })
              toast.success(t(($) => $.notes.readDone))
            },
          },
        ]
      : []
  return (
    <>
      <ListPage
        embedded
        endpoint={dutyNote.page}
        title={t(($) => $.notes.title)}
        fixed={{ teamId: team.id }}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.notes.keyword) },
          { kind: 'dateRange', label: t(($) => $.notes.period) },
        ]}
        columns={[
          {
            field: 'shiftName',
            width: 180,
            render: ({ shiftName, from, to }) => (
              <TwoLines small={t(($) => $.gaps.from, { from: minute(from), to: minute(to) })}>
                {shiftName || t(($) => $.calendar.extra)}
              </TwoLines>
            ),
          },
          { field: 'content', width: 300, render: ({ content }) => <span className="ew-duty-note">{content}</span> },
          {
            field: 'createdAt',
            width: 160,
            render: ({ authorName, createdAt }) => <TwoLines small={minute(createdAt)}>{authorName ?? '—'}</TwoLines>,
          },
          {
            field: 'readers',
            width: 200,
            render: ({ reads }) =>
              reads.length === 0 ? (
                <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.notes.unread)}</Tag>
              ) : (
                <span className="ew-duty-people">
                  {reads.map(({ name, at }) => (
                    <span key={`${name} ${at}`}>{t(($) => $.notes.readers, { name, at: minute(at) })}</span>
                  ))}
                </span>
              ),
          },
        ]}
        actions={[
          {
            key: 'create',
            label: t(($) => $.notes.create),
            ...operationsFor(dutyNote.create),
            primary: true,
            icon: <EditOutlined aria-hidden />,
            off: team.mayNote ? undefined : t(($) => $.notes.off),
            onClick: () => setOpen(true),
          },
        ]}
        rowActions={read}
        tone={({ mayRead }) => (mayRead ? 'fault' : undefined)}
      />
      {open && (
        <FormDialog
          endpoint={dutyNote.create}
          title={t(($) => $.notes.create)}
          hidden={{ teamId: team.id }}
          fields={[{ name: 'content', label: t(($) => $.notes.content), hint: t(($) => $.notes.hint) }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
