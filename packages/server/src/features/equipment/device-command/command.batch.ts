import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'

/** A gateway's reply to a command, as it was sent. */
export interface CommandReply {
  readonly uid: string
  readonly gatewayId: number
  readonly result: 'ok' | 'refused' | 'failed'
  readonly message: string | null
  readonly values: Readonly<Record<string, unknown>> | null
  readonly at: Date
}

/** A command changed by a reply. */
export interface AnsweredCommand {
  readonly id: number
  readonly name: string
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly project_id: number | null
  readonly device_id: number | null
  readonly state: EnumValue<'commandState'>
  readonly late: boolean
}

const stateOf = { ok: 'answered', refused: 'refused', failed: 'failed' } as const

/**
 * Stores replies, one statement for any number of them, in the transaction of their batch. Only the gateway that a command was sent to can
 * reply to it, and only once. A reply after the command timed out is stored and shown as late. Returns the commands that changed.
 */
export const applyReplies = async (client: pg.ClientBase, replies: readonly CommandReply[]): Promise<AnsweredCommand[]> => {
  const first = new Map<string, CommandReply>()
  for (const reply of replies)
    if (!first.has(`${reply.gatewayId} ${reply.uid}`)) first.set(`${reply.gatewayId} ${reply.uid}`, reply)
  const each = [...first.values()]
  const { rows } = await client.query<AnsweredCommand>({
    name: 'ingest_command_replies',
    text: `update sent_command c set
        state = case when open then u.state else c.state end,
        failure = case when open and u.state = 'failed' then 'byDevice' else c.failure end,
        late = not open,
        reply_result = u.result, reply_message = u.message, reply_values = u.values, answered_at = u.at,
        received_at = coalesce(c.received_at, u.at), received_from = 'gateway',
        due_at = null, closed_at = case when open then u.at else c.closed_at end
      from (select u.*, c.id, c.state in ('sent', 'delivered') as open
              from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[])
                as u (uid, gateway_id, state, result, message, values, at)
              join sent_command c on c.uid = u.uid and c.gateway_id = u.gateway_id
             where c.reply_result is null and c.state in ('sent', 'delivered', 'timedOut')
             order by c.id for no key update of c) u
      where c.id = u.id
      returning c.id, c.name, c.company_id, c.path, c.customer_id, c.project_id, c.device_id, c.state, c.late`,
    values: [
      each.map(({ uid }) => uid),
      each.map(({ gatewayId }) => gatewayId),
      each.map(({ result }) => stateOf[result]),
      each.map(({ result }) => result),
      each.map(({ message }) => message),
      each.map(({ values }) => (values === null ? null : JSON.stringify(values))),
      each.map(({ at }) => at),
    ],
  })
  return rows
}
