import { decide, deletableTaskStates, endpoints, messageTaskStates, type MessageTaskRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const TaskForm = lazy(() => import('./task.form.tsx'))
const TaskPreview = lazy(() => import('./task-preview.tsx'))

const messageTask = endpoints.messageTask
const deletable: ReadonlySet<string> = new Set(deletableTaskStates)

/** The actions for a message task, with the reason if one is disabled. */
export const useTaskActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('message-task')
  const kit = useTranslation('kit').t
  const run = useRunWrite()
  const actor = useActor()
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<MessageTaskRow>({
    calls: messageTask,
    renderForm: (open) => <TaskForm {...open} />,
    nameOf: ({ title }) => title,
    texts: { create: kit(($) => $.create), remove: t(($) => $.removeHint) },
    off: ({ state }) => (deletable.has(state) ? undefined : t(($) => $.deleteFirst)),
    leave,
  })
  const offOf = (action: 'send' | 'cancel' | 'retry', row: MessageTaskRow): string | undefined => {
    const decision = decide(messageTaskStates, action, row.state, row, actor)
    if (decision.allowed) return undefined
    return sharedTexts().reasons[decision.reason === 'noAccess' ? 'wrongState' : decision.reason]
  }
  const step = (
    key: 'send' | 'cancel' | 'retry',
    row: MessageTaskRow,
    words: { label: string; confirm: string; done: string },
  ): Action => ({
    key,
    label: words.label,
    ...operationsFor(messageTask[key]),
    off: offOf(key, row),
    confirm: words.confirm,
    ...(key === 'cancel' ? { danger: true } : { primary: key === 'send' && row.state === 'draft' }),
    onClick: async () => {
      await run(messageTask[key], { id: row.id })
      toast.success(words.done)
    },
  })
  const actionsOf = (row: MessageTaskRow): Action[] => {
    const { id, title: name, state, failed } = row
    const at = row.scheduleAt === null ? undefined : formatTime(row.scheduleAt)
    const send = step('send', row, {
      label: t(($) => $.send),
      confirm: at === undefined ? t(($) => $.sendConfirm, { name }) : t(($) => $.sendAt, { name, at }),
      done: t(($) => $.queued),
    })
    const cancel = step('cancel', row, {
      label: t(($) => $.cancel),
      confirm: t(($) => $.cancelConfirm, { name }),
      done: t(($) => $.cancelled),
    })
    const retry = step('retry', row, {
      label: t(($) => $.retry),
      confirm: t(($) => $.retryConfirm, { name, count: failed }),
      done: t(($) => $.retried),
    })
    const preview: Action = {
      key: 'preview',
      label: t(($) => $.preview),
      onClick: () => show(<TaskPreview row={row} onClose={close} />),
    }
    const test: Action = {
      key: 'test',
      label: t(($) => $.test),
      ...operationsFor(messageTask.test),
      confirm: t(($) => $.testConfirm, { name }),
      onClick: async () => {
        await run(messageTask.test, { id })
        toast.success(t(($) => $.tested))
      },
    }
    const copy: Action = {
      key: 'copy',
      label: t(($) => $.copy),
      ...operationsFor(messageTask.create),
      onClick: () => show(<TaskForm like={row} onClose={close} />),
    }
    const change = { ...edit(row), off: state === 'draft' ? undefined : t(($) => $.draftOnly) }
    const running = state === 'queued' || state === 'sending'
    const main = running ? [cancel] : state === 'draft' ? [send, change] : [retry]
    const rest = [cancel, retry, send, change].filter((action) => !main.includes(action))
    return [
      preview,
      ...main,
      test,
      copy,
      ...(running || state === 'draft' ? [] : rest.filter(({ key }) => key === 'edit')),
      remove(row),
    ]
  }
  return { toolbar, actionsOf, dialog }
}
