import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type DutyOverrideRow, type DutyTeamDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { ActionBar, RowActions } from '../../../kit/actions.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const { dutyOverride } = endpoints

interface ChangesProps {
  team: DutyTeamDetail
  changes: readonly DutyOverrideRow[]
  onCreate: () => void
}

/** The roster changes of the days shown, and undoing them. */
export const DutyChanges = ({ team, changes, onCreate }: ChangesProps) => {
  const { t } = useTranslation('duty')
  const run = useRunWrite()
  const now = useNow()
  const minute = (at: string) => formatTime(at, team.timeZone).slice(0, 16)
  const whatOf = ({ accountName: who, insteadOfName: whom }: DutyOverrideRow) =>
    whom === null ? t(($) => $.changes.besides, { who }) : t(($) => $.changes.instead, { who, whom })
  const remove = ({ id, to }: DutyOverrideRow) => ({
    key: 'remove',
    label: t(($) => $.changes.remove),
    ...operationsFor(dutyOverride.remove),
    danger: true,
    off: Date.parse(to) <= now ? t(($) => $.changes.over) : undefined,
    confirm: t(($) => $.changes.removeConfirm),
    onClick: async () => {
      await run(dutyOverride.remove, { id })
      toast.success(t(($) => $.changes.removed))
    },
  })
  const create = {
    key: 'create',
    label: t(($) => $.changes.create),
    ...operationsFor(dutyOverride.create),
    icon: <PlusOutlined aria-hidden />,
    onClick: onCreate,
  }
  return (
    <section className="ew-panel">
      <header className="ew-duty-head">
        <h2>{t(($) => $.changes.title)}</h2>
        <span className="ew-spacer" />
        <ActionBar actions={[create]} />
      </header>
      {changes.length === 0 ? (
        <p className="ew-muted">{t(($) => $.changes.empty)}</p>
      ) : (
        <ul className="ew-duty-changes">
          {changes.map((change) => (
            <li key={change.id}>
              <span>
                <strong>{whatOf(change)}</strong>
                <span>{t(($) => $.gaps.from, { from: minute(change.from), to: minute(change.to) })}</span>
                <span>{change.reason}</span>
                <small className="ew-muted">
                  {t(($) => $.changes.by, { name: change.createdBy ?? '—', at: formatTime(change.createdAt).slice(0, 16) })}
                </small>
              </span>
              <RowActions actions={[remove(change)]} of={`${whatOf(change)}, ${minute(change.from)}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
