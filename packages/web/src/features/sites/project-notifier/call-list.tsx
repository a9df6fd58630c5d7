import { endpoints, type ProjectNotifierRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ActionBar } from '../../../kit/actions.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { CallerPasswords } from './caller-passwords.tsx'
import { CallPerson, isReached } from './call-person.tsx'
import '../../../kit/list/list.css'
import './call-list.css'

const ProjectNotifierForm = lazy(() => import('./project-notifier.form.tsx'))

const notifier = endpoints.projectNotifier

/** The ids after moving the one at `from` to `to`. */
const reordered = (ids: readonly number[], from: number, to: number): number[] => {
  const rest = ids.filter((_id, index) => index !== from)
  const moved = ids[from]
  return moved === undefined ? rest : [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** The people called about a project in an alarm, in the order of calls. */
export const CallList = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('project-notifier')
  const run = useRunWrite()
  const mayOrder = useCan()('projectNotifier:update')
  const query = useCall(notifier.page, { projectId, pageSize: 50 })
  const [dragged, setDragged] = useState<number>()
  const [busy, setBusy] = useState(false)
  const { toolbar, edit, remove, dialog } = useRowActions<ProjectNotifierRow>({
    calls: notifier,
    renderForm: (open) => <ProjectNotifierForm {...open} projectId={projectId} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={4} />
  const people = query.data.list

  const move = async (from: number, to: number) => {
    const person = people[from]
    if (!person || busy || from === to || to < 0 || to >= people.length) return
    setBusy(true)
    try {
      const ids = reordered(
        people.map(({ id }) => id),
        from,
        to,
      )
      await run(notifier.phoneSeq, { projectId, ids })
      toast.success(t(($) => $.moved, { name: person.name, seq: to + 1 }))
    } catch {
      // The call has shown its failure; the current list follows.
      await query.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ew-list" data-embedded aria-label={t(($) => $.title)}>
      <div className="ew-toolbar">
        <ActionBar actions={toolbar} />
        {mayOrder && people.length > 1 && <span className="ew-muted">{t(($) => $.hint)}</span>}
      </div>
      <CallerPasswords projectId={projectId} editable />
      {people.length === 0 ? (
        <Alert type="warning" showIcon title={t(($) => $.empty)} />
      ) : (
        <>
          {people.every((person) => !person.enabled || !isReached(person)) && (
            <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.noneActive)} />
          )}
          <ol className="ew-calls" aria-busy={busy}>
            {people.map((person, index) => (
              <CallPerson
                key={person.id}
                person={person}
                index={index}
                isLast={index === people.length - 1}
                mayOrder={mayOrder && people.length > 1}
                actions={[edit(person), remove(person)]}
                onMove={(to) => void move(index, to)}
                onDrag={() => setDragged(index)}
                onDrop={() => {
                  if (dragged !== undefined) void move(dragged, index)
                  setDragged(undefined)
                }}
              />
            ))}
          </ol>
        </>
      )}
      {dialog}
    </section>
  )
}
