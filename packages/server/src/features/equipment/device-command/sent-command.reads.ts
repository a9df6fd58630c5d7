import { openCommandStates, type endpoints, type InputOf, type OutputOf, type SentCommandRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { accountName, fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { targetProblem } from './command-target.ts'
import { findTarget, senderProblem } from './sent-command.verbs.ts'

type Entries = typeof endpoints.sentCommand
type PageInput = InputOf<Entries['page']>

const read = async (ctx: Ctx, ids: number[]): Promise<SentCommandRow[]> => {
  const rows = await ctx.db
    .selectFrom('sent_command')
    .innerJoin('gateway', 'gateway.id', 'sent_command.gateway_id')
    .leftJoin('device', 'device.id', 'sent_command.device_id')
    .leftJoin('project', 'project.id', 'sent_command.project_id')
    .innerJoin('company', 'company.id', 'sent_command.company_id')
    .select(
      fields('sent_command', [
        'id',
        'uid',
        'commandId',
        'dangerous',
        'deviceId',
        'gatewayId',
        'projectId',
        'state',
        'failure',
        'params',
        'note',
        'ruleName',
        'decidedAt',
        'createdAt',
        'sentAt',
        'attempts',
        'receivedAt',
        'receivedFrom',
        'answeredAt',
        'late',
        'replyMessage',
        'replyValues',
        'expiresAt',
        'closedAt',
      ]),
    )
    .select(['sent_command.name as commandName', 'sent_command.code as commandCode'])
    .select(['sent_command.requested_by as requestedById', 'sent_command.requested_for as requestedForId'])
    .select(['device.code as deviceCode', 'gateway.code as gatewayCode'])
    // The present name of a device that has left is not for those who sent it commands earlier.
    .select(
      sql<string | null>`case when coalesce(device.project_id = sent_command.project_id, device.path = sent_command.path)
        then device.name end`.as('deviceName'),
    )
    .select(['project.name as projectName', 'company.id as companyId', 'company.name as companyName'])
    .select([accountName('sent_command.requested_by').as('requestedBy'), accountName('sent_command.decided_by').as('decidedBy')])
    .where('sent_command.id', 'in', ids)
    .execute()
  return rows as SentCommandRow[]
}

const filter = (ctx: Ctx, input: PageInput) => {
  const { keyword, open } = input
  let rows = filtered(ctx.db.selectFrom('sent_command'), 'sent_command', input, {
    equal: ['state', 'dangerous', 'deviceId', 'gatewayId', 'projectId'],
    between: 'created_at',
  })
  if (open !== undefined) rows = rows.where('sent_command.state', open ? 'in' : 'not in', openCommandStates)
  if (keyword) {
    const pattern = containing(keyword)
    const device = sql`select id from device where device.code ilike ${pattern}`
    rows = rows.where(sql<boolean>`(sent_command.name ilike ${pattern} or sent_command.device_id in (${device}))`)
  }
  return rows
}

export const pageSent = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<SentCommandRow>(ctx.db, input, {
    rows: filter(ctx, input),
    key: 'sent_command.id',
    sorts: { createdAt: 'sent_command.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const sentCommandExport: ExportDefinition = {
  columns: [
    { field: 'createdAt' },
    { field: 'commandName', width: 24 },
    { field: 'commandCode' },
    { field: 'deviceCode' },
    { field: 'deviceName', width: 24 },
    { field: 'gatewayCode' },
    { field: 'projectName', width: 24 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'commandState', row['state']) },
    {
      field: 'failure',
      width: 30,
      text: (row, locale) => (row['failure'] ? enumLabel(locale, 'commandFailure', row['failure']) : ''),
    },
    { field: 'params', width: 30, text: (row) => JSON.stringify(row['params']) },
    { field: 'note', width: 30 },
    { field: 'ruleName' },
    { field: 'requestedBy' },
    { field: 'decidedBy' },
    { field: 'sentAt' },
    { field: 'attempts', width: 10 },
    { field: 'receivedAt' },
    { field: 'answeredAt' },
    { field: 'replyMessage', width: 30 },
    { field: 'uid', width: 38 },
  ],
  page: (ctx, input) => pageSent(ctx, input as PageInput),
}

export const exportSent = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'sentCommand', input)

/** The enabled commands of a device's or gateway's model, each with the reason if the caller may not send it. */
export const availableCommands = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.sentCommand.available>,
): Promise<OutputOf<typeof endpoints.sentCommand.available>> => {
  const target = await findTarget(ctx, ctx.db, input)
  const problem = targetProblem(target)
  const definitions = await ctx.db
    .selectFrom('device_command')
    .selectAll()
    .where('model_id', '=', target.modelId)
    .where('enabled', '=', true)
    .orderBy('name')
    .execute()
  return {
    off: problem ? translate(ctx.locale, `reasons.${problem}`) : null,
    commands: definitions.map((definition) => {
      const reason = senderProblem(ctx, definition)
      const { id, name, code, remark, parameters, timeout_s: timeoutS, dangerous } = definition
      return {
        id,
        name,
        code,
        remark,
        parameters,
        timeoutS,
        dangerous,
        off: reason ? translate(ctx.locale, `reasons.${reason}`) : null,
      }
    }),
  }
}
