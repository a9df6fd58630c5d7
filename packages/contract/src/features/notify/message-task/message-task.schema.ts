import {
  fileRef,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  record,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  zoneFilter,
  type Static,
} from '../../../kernel/schema.ts'
import { limits } from '../../../kernel/limits.ts'
import { messageFile, messageFilesMax } from '../../base/message/message.schema.ts'
import { templateContentMax, templateLanguage } from '../message-template/message-template.schema.ts'

const amount = Type.Object({ currency: Type.String(), amount: Type.Number() })

/** A message that somebody sends to many accounts. */
export const messageTaskRow = Type.Object({
  id: id(),
  title: Type.String(),
  type: oneOf('messageTaskType'),
  pushType: oneOf('pushType'),
  pushObject: oneOf('pushObject'),
  /** Names of the templates that its texts come from. */
  templates: Type.Array(Type.String()),
  state: oneOf('messageTaskState'),
  scheduleAt: nullable(instant()),
  /** Number of accounts that it is for, counted when it was sent. */
  reach: nullable(Type.Integer()),
  /** Receivers processed so far: queued, left out, or delivered at once. */
  expanded: Type.Integer(),
  withoutAddress: Type.Integer(),
  waiting: Type.Integer(),
  sent: Type.Integer(),
  delivered: Type.Integer(),
  read: Type.Integer(),
  failed: Type.Integer(),
  costs: Type.Array(amount),
  sentBy: nullable(Type.String()),
  startedAt: nullable(instant()),
  finishedAt: nullable(instant()),
  failure: nullable(Type.String()),
  companyName: Type.String(),
  ...tracked,
})
export type MessageTaskRow = Static<typeof messageTaskRow>

/** Conditions that select accounts: all of them must hold. */
export const messageTaskFilter = input({
  accountTypes: optional(Type.Array(oneOf('accountType'), { uniqueItems: true, maxItems: 6 })),
  /** Including all companies below them. */
  companyIds: optional(refs('company', 0)),
  roleIds: optional(refs('role', 0)),
  language: optional(oneOf('callLanguage')),
  /** The area of their customer, or of their company if they belong to no customer. */
  ...zoneFilter,
})
export type MessageTaskFilter = Static<typeof messageTaskFilter>

export const messageTaskDetail = Type.Object({
  ...messageTaskRow.properties,
  titleEn: nullable(Type.String()),
  contentZh: nullable(Type.String()),
  contentEn: nullable(Type.String()),
  templateZhId: nullable(id()),
  templateZhName: nullable(Type.String()),
  templateEnId: nullable(id()),
  templateEnName: nullable(Type.String()),
  objectIds: Type.Array(id()),
  /** The chosen ones that the caller can see. */
  objectNames: Type.Array(Type.String()),
  filter: nullable(messageTaskFilter),
  /** Names of its companies and roles, as far as the caller can see them. */
  filterNames: Type.Array(Type.String()),
  files: Type.Array(messageFile),
})
export type MessageTaskDetail = Static<typeof messageTaskDetail>

export const messageTaskPageInput = pageInput(
  {
    type: optional(oneOf('messageTaskType')),
    pushType: optional(oneOf('pushType')),
    pushObject: optional(oneOf('pushObject')),
    templateId: optional(ref('message_template')),
    state: optional(oneOf('messageTaskState')),
  },
  ['title', 'scheduleAt', 'createdAt', 'updatedAt'],
)

/** The target. Only the list of the chosen kind counts. */
const object = {
  pushObject: oneOf('pushObject'),
  /** Including all companies below them. */
  companyIds: optional(refs('company', 0)),
  roleIds: optional(refs('role', 0)),
  /** Accounts of their customers, their administrators, assigned staff, and users of their devices. */
  projectIds: optional(refs('project', 0)),
  accountIds: optional(refs('account', 0)),
  filter: optional(messageTaskFilter),
}
const taskFields = {
  title: text(80),
  /** Default: the same title. */
  titleEn: optional(text(80)),
  type: oneOf('messageTaskType'),
  pushType: oneOf('pushType'),
  ...object,
  templateZhId: optional(ref('message_template')),
  contentZh: optional(text(templateContentMax, 0)),
  templateEnId: optional(ref('message_template')),
  contentEn: optional(text(templateContentMax, 0)),
  files: optional(Type.Array(fileRef(), { maxItems: messageFilesMax, uniqueItems: true })),
  scheduleAt: optional(instant()),
}
export const messageTaskCreateInput = input(taskFields)
export const messageTaskUpdateInput = input({ id: ref('message_task'), version: version(), ...taskFields })

export const messageTaskChoicesInput = input({
  pushObject: oneOf('pushObject'),
  keyword: optional(text(60)),
  /** Already chosen ids: they are named in any case if the caller can see them. */
  ids: optional(Type.Array(id(), { maxItems: limits.rowsAtOnce })),
})

export const messageTaskReachInput = input({ pushType: oneOf('pushType'), ...object })
export const messageTaskReach = Type.Object({
  /** Enabled accounts that the caller can see. */
  total: Type.Integer(),
  /** The accounts among them that have a number or address for the push type. */
  reachable: Type.Integer(),
  /** Whether a provider is set up for the push type, and works. */
  channel: Type.Unsafe<'up' | 'down' | 'none'>({ type: 'string', enum: ['up', 'down', 'none'] }),
})
export type MessageTaskReach = Static<typeof messageTaskReach>

/** What a receiver of this language gets. */
export const messageTaskPreview = Type.Array(
  Type.Object({
    language: templateLanguage(),
    title: Type.String(),
    content: Type.String(),
    /** SMS segments. */
    segments: nullable(Type.Integer()),
  }),
)
export type MessageTaskPreview = Static<typeof messageTaskPreview>

/** Counts by state of the records, as stored. */
export const messageTaskCounts = record(Type.Integer())
