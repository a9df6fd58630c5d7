import { sql, type RawBuilder } from 'kysely'
import {
  auditActionWords,
  auditKindWord,
  auditObjectName,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { maskedName, nameShown, privateTypes } from '../../../platform/mask.ts'
import { maskContacts } from '../../../platform/api-log.ts'
import { withNames, type Changes } from './change-names.ts'

const hidden = '***'

/** Whether a row is about a rule that a company above the reader's has made, or made before it handed the place over. */
const isOfAbove = (runId: RawBuilder<unknown>, { actor: { companyPath: path } }: Pick<Ctx, 'actor'>): RawBuilder<boolean> =>
  sql`exists (select from notification_run as run left join notify_rule as rule on rule.id = run.rule_id
    where run.id = ${runId} and (rule.path is null or not ${isInBranch('rule.path', sql`${path}`)}))`

/** The same for a row of the audit log. Not scoped: it only decides what is hidden. */
const isRunOfAbove = (ctx: Pick<Ctx, 'actor'>): RawBuilder<boolean> =>
  sql`(audit_log.object_kind = 'notification_run' and audit_log.object_id ~ '^[0-9]+$'
    and ${isOfAbove(sql`case when audit_log.object_id ~ '^[0-9]+$' then audit_log.object_id::bigint end`, ctx)})`

/** What a row about such a run says to the reader: that somebody was notified, but neither by which rule nor who (decision 71). */
const withoutPeople = <T extends { readonly object_name: string; readonly changes: Record<string, readonly [unknown, unknown]> }>(
  row: T,
): T => ({
  ...row,
  object_name: hidden,
  changes: Object.fromEntries(
    Object.entries(row.changes).map(([field, values]) => [
      field,
      field === 'told' || field === 'receiver' || field === 'reason' ? values.map(masked) : values,
    ]),
  ),
})

const masked = (value: unknown): unknown => (value === null ? null : Array.isArray(value) ? value.map(masked) : hidden)

type Entries = typeof endpoints.systemLog
type PageInput = InputOf<Entries['audit']>
type Row = OutputOf<Entries['audit']>['list'][number]

/** Whether a row is about, or by, a private person. Not scoped: it only decides what a search does not find. */
const isPersonAccount = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from account where account.id = ${id} and account.type = any(${privateTypes}::text[]))`
const isPersonActor = isPersonAccount(sql`audit_log.actor_id`)
const isPersonObject: RawBuilder<boolean> = sql`case audit_log.object_kind
  when 'account' then ${isPersonAccount(sql`audit_log.object_id::bigint`)}
  when 'customer' then exists (select from customer where customer.id = audit_log.object_id::bigint and customer.type = 'person')
  else false end`

const filtered = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('audit_log')
  if (input.action) rows = rows.where('audit_log.action', '=', input.action)
  if (input.objectKind) rows = rows.where('audit_log.object_kind', '=', input.objectKind)
  if (input.objectId) rows = rows.where('audit_log.object_id', '=', input.objectId)
  if (input.actorId !== undefined) rows = rows.where('audit_log.actor_id', '=', input.actorId)
  if (input.companyId !== undefined) rows = rows.where('audit_log.company_id', '=', input.companyId)
  if (input.startTime) rows = rows.where('audit_log.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('audit_log.at', '<=', input.endTime)
  if (!input.keyword) return rows
  const { keyword } = input
  const like = containing(keyword)
  /** A private person's name is shown masked, so the keyword must match in full; otherwise the name could be guessed letter by letter. */
  const named = (column: 'object_name' | 'actor_name', isPerson: RawBuilder<boolean>): RawBuilder<boolean> => {
    const name = sql.ref(`audit_log.${column}`)
    return sql`(${name} ilike ${like} and (lower(${name}) = lower(${keyword}) or not ${isPerson}))`
  }
  return rows.where((e) =>
    e.or([
      e.and([named('object_name', isPersonObject), sql<boolean>`not ${isRunOfAbove(ctx)}`]),
      named('actor_name', isPersonActor),
      e('audit_log.issuer_name', 'ilike', like),
    ]),
  )
}

const rowsOf = (ctx: Ctx, picked: RawBuilder<boolean>) =>
  ctx.db
    .selectFrom('audit_log')
    .leftJoin('company', 'company.id', 'audit_log.company_id')
    .leftJoin('account as actor', 'actor.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_name',
      'audit_log.issuer_name',
      'audit_log.key_id',
      'audit_log.ip',
      'audit_log.action',
      'audit_log.object_kind',
      'audit_log.object_id',
      'audit_log.object_name',
      'audit_log.changes',
      'audit_log.result',
      'audit_log.sequence',
      'audit_log.hash',
      'company.name as companyName',
      'actor.type as actorType',
    ])
    .select(isRunOfAbove(ctx).as('isRunOfAbove'))
    .where(picked)
    .execute()

type Stored = Awaited<ReturnType<typeof rowsOf>>[number]

/** Which of the rows are about a private person, as `<kind> <id>`. Not scoped: it only decides what is masked. */
const privateObjects = async ({ systemDb }: Ctx, rows: readonly Stored[]): Promise<ReadonlySet<string>> => {
  const idsOf = (kind: string) =>
    [0, ...rows.filter((row) => row.object_kind === kind).map((row) => Number(row.object_id))].filter(Number.isSafeInteger)
  const [accounts, customers] = await Promise.all([
    systemDb
      .selectFrom('account')
      .select('id')
      .where('id', 'in', idsOf('account'))
      .where('type', 'in', ['customer', 'user'])
      .execute(),
    systemDb.selectFrom('customer').select('id').where('id', 'in', idsOf('customer')).where('type', '=', 'person').execute(),
  ])
  return new Set([...accounts.map(({ id }) => `account ${id}`), ...customers.map(({ id }) => `customer ${id}`)])
}

/** Old and new values with masked contacts and, for private persons, masked names, including the object's own name. */
const shownChanges = (changes: Changes, isPerson: boolean): unknown => {
  const contactless = maskContacts(changes) as Stored['changes']
  const masked = ([field, values]: [string, readonly [unknown, unknown]]) => [
    field,
    field === 'contacter' || (field === 'name' && isPerson)
      ? values.map((value) => (typeof value === 'string' ? maskedName(value) : value))
      : values,
  ]
  return Object.fromEntries(Object.entries(contactless).map(masked))
}

/** Who acted. For somebody signed in as another user, both; a key of the open platform is marked as one. */
const actorText = ({ locale }: Ctx, row: Pick<Stored, 'actorType' | 'actor_name' | 'issuer_name' | 'key_id'>): string => {
  if (row.key_id !== null) return translate(locale, 'audit.byKey', { name: row.actor_name })
  const account = nameShown(row.actorType, row.actor_name)
  return row.issuer_name === null ? account : translate(locale, 'audit.actingAs', { issuer: row.issuer_name, account })
}

/** Earlier versions logged it under its own name, which was the caller's choice: no id in it is one. */
const isPreference = ({ action }: Pick<Stored, 'action'>): boolean => action === 'account.setPreference'

const read = async (ctx: Ctx, picked: RawBuilder<boolean>): Promise<Row[]> => {
  const rows = (await rowsOf(ctx, picked)).map((row) => (row.isRunOfAbove ? withoutPeople(row) : row))
  const persons = await privateObjects(ctx, rows)
  const changes = await withNames(
    ctx,
    rows.map((row) => (isPreference(row) ? {} : row.changes)),
  )
  return rows.map((row, index) => {
    const isPerson = persons.has(`${row.object_kind} ${row.object_id}`)
    return {
      id: row.id,
      at: row.at,
      actor: actorText(ctx, row),
      ip: row.ip,
      action: row.action,
      objectKind: row.object_kind,
      objectId: row.object_id,
      objectName: isPerson ? maskedName(row.object_name) : row.object_name,
      changes: shownChanges(isPreference(row) ? row.changes : (changes[index] ?? row.changes), isPerson),
      result: row.result,
      companyName: row.companyName,
      sequence: row.sequence,
      hash: row.hash.toString('hex'),
    }
  })
}

export const pageAuditLog = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['audit']>> =>
  pageOfLog(ctx, input, filtered(ctx, input))

/** The same for the entries that a condition selects, such as those of an object and its parts. */
export const pageAuditLogWhere = (
  ctx: Ctx,
  input: Omit<PageInput, 'objectKind' | 'objectId'>,
  picked: RawBuilder<boolean>,
): Promise<OutputOf<Entries['audit']>> => pageOfLog(ctx, input, filtered(ctx, input).where(picked))

const pageOfLog = (ctx: Ctx, input: PageInput, rows: ReturnType<typeof filtered>): Promise<OutputOf<Entries['audit']>> =>
  listPage<Row>(ctx.db, input, {
    rows,
    key: 'audit_log.id',
    sorts: { at: 'audit_log.at' },
    defaultSort: { by: 'at', order: 'desc' },
    partition: 'audit_log.at',
    read: (_ids, picked) => read(ctx, picked),
  })

export const auditLogExport: ExportDefinition = {
  columns: [
    { field: 'at' },
    { field: 'actor' },
    { field: 'ip' },
    { field: 'action', width: 30, text: (row, locale) => auditActionWords(texts[locale].audit, String(row['action'])) },
    { field: 'objectKind', text: (row, locale) => auditKindWord(texts[locale].audit, String(row['objectKind'])) },
    { field: 'objectId', width: 12 },
    {
      field: 'objectName',
      width: 30,
      text: (row, locale) => auditObjectName(texts[locale].audit, String(row['objectKind']), String(row['objectName'])),
    },
    { field: 'changes', width: 60 },
    { field: 'result', width: 10 },
    { field: 'companyName', width: 30 },
    { field: 'sequence', width: 10 },
    { field: 'hash', width: 64 },
  ],
  page: (ctx, input) => pageAuditLog(ctx, input as PageInput),
}

export const exportAuditLog = (ctx: Ctx, input: InputOf<Entries['exportAudit']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'auditLog', input)
