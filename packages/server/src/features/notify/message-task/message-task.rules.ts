import {
  type endpoints,
  type InputOf,
  DomainError,
  decide,
  messageTaskStates,
  type EnumValue,
  type TaskFacts,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import { assertVariables } from '../message-template/message-template.rules.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { conditionsOf } from './receivers.ts'
import { textsOfTask, type TaskTexts } from './task-texts.ts'
import type { StoredTask } from './task.store.ts'
import { translate, enumLabel } from '../../../platform/i18n.ts'
import { channelsUp } from '../notify-provider/provider-health.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'

type Input = Omit<InputOf<typeof endpoints.messageTask.create>, 'id'>

/** The ids for the chosen kind of target. */
export const objectIdsOf = (
  input: Pick<Input, 'pushObject' | 'companyIds' | 'roleIds' | 'projectIds' | 'accountIds'>,
): { field: string | undefined; ids: number[] } => {
  switch (input.pushObject) {
    case 'all':
      return { field: undefined, ids: [] }
    case 'company':
      return { field: 'companyIds', ids: input.companyIds ?? [] }
    case 'role':
      return { field: 'roleIds', ids: input.roleIds ?? [] }
    case 'project':
      return { field: 'projectIds', ids: input.projectIds ?? [] }
    case 'account':
      return { field: 'accountIds', ids: input.accountIds ?? [] }
    case 'filter':
      return { field: undefined, ids: [] }
  }
}

/** What an edit replaces. */
type TaskBefore = Pick<StoredTask, 'schedule_at' | 'files'>

/** The columns that a form sets. @throws DomainError invalidInput, precondition naming the field */
export const taskColumns = async (ctx: Ctx, input: Input, now: Date, before: TaskBefore | null) => {
  const { field, ids } = objectIdsOf(input)
  if (field !== undefined && ids.length === 0) refuseField(ctx, field, 'required')
  const filter = input.pushObject === 'filter' ? (input.filter ?? {}) : null
  if (filter !== null && conditionsOf(filter).length === 0) refuseField(ctx, 'filter', 'required')
  assertFuture(ctx, 'scheduleAt', input.scheduleAt, now, before?.schedule_at ?? null)
  // Whoever gets the message may read its files, so nobody may attach what others have stored.
  for (const id of input.files ?? [])
    if (!before?.files.includes(id) && !(await isOwnUpload(ctx, id, 'messageAttachment')))
      throw new DomainError('noAccess', {}, 'files')
  const { title, titleEn, contentZh, contentEn } = input
  assertVariables(ctx, 'notice', { title, titleEn, contentZh, contentEn })
  const columns = {
    title,
    title_en: titleEn ?? null,
    type: input.type,
    push_type: input.pushType,
    content_zh: contentZh?.trim() || null,
    content_en: contentEn?.trim() || null,
    template_zh_id: input.templateZhId ?? null,
    template_en_id: input.templateEnId ?? null,
    push_object: input.pushObject,
    object_ids: [...ids].sort((a, b) => a - b),
    filter: filter && JSON.stringify(filter),
    files: [...(input.files ?? [])],
    schedule_at: input.scheduleAt ?? null,
  }
  for (const [name, id] of [
    ['templateZhId', columns.template_zh_id],
    ['templateEnId', columns.template_en_id],
  ] as const) {
    if (id === null) continue
    const only = {
      ...columns,
      template_zh_id: null,
      template_en_id: null,
      ...(name === 'templateZhId' ? { template_zh_id: id } : { template_en_id: id }),
    }
    if ((await textsOfTask(ctx.systemDb, only)).unfit)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.templateUnfit') }, name)
  }
  return columns
}

/** The texts of a task that is ready to be sent. @throws emptyMessage; precondition without a suitable template or a provider */
export const assertReady = async (ctx: Ctx, task: StoredTask, at: Date): Promise<TaskTexts> => {
  const texts = await textsOfTask(ctx.systemDb, task)
  if (texts.unfit) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.templateUnfit') })
  if (texts.languages.length === 0) throw new DomainError('emptyMessage')
  if (task.push_type !== 'inSite' && (await channelsUp(ctx.systemDb, at))[task.push_type] === 'none')
    throw new DomainError('precondition', { reason: enumLabel(ctx.locale, 'leftOutReason', 'noProvider') })
  return texts
}

type Task = Pick<StoredTask, 'id' | 'state'>

/** @throws wrongState, naming who changed it last */
export const refuseState = async (ctx: Ctx, write: Write, task: Task): Promise<never> => {
  const state = enumLabel(ctx.locale, 'messageTaskState', task.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'message_task', task.id)) })
}

/** The next state of a locked task. @throws wrongState, precondition, noAccess */
export const assertStep = async (
  ctx: Ctx,
  write: Write,
  task: Task,
  action: 'update' | 'send' | 'begin' | 'finish' | 'fail' | 'cancel' | 'retry',
  facts: TaskFacts = { failed: 0 },
): Promise<EnumValue<'messageTaskState'>> => {
  const verdict = decide(messageTaskStates, action, task.state, facts, ctx.actor)
  if (verdict.allowed) return verdict.to
  if (verdict.reason === 'wrongState') return refuseState(ctx, write, task)
  if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${verdict.reason}`) })
}

/** Tells open lists that a task changed or made progress. */
export const emitTask = (write: Pick<Write, 'emit'>, { id, path }: { id: number; path: string }, change: string): void =>
  write.emit({ kind: 'messageTask', change, objectId: id, owner: { path, projectId: null } })
