import type pg from 'pg'
import { applyReplies } from '../../equipment/device-command/command.batch.ts'
import type { BatchEffects } from './batch-effects.ts'
import type { InboundMessage } from './inbound-message.ts'

const verbs = { answered: 'answer', refused: 'decline', failed: 'fail' } as const

/** Stores replies to commands before they are acknowledged. */
export async function writeReplies(
  client: pg.ClientBase,
  items: readonly InboundMessage[],
  effects: BatchEffects,
): Promise<void> {
  const replies = items.flatMap(({ reply, gateway, receivedAt }) =>
    reply === undefined || gateway === undefined
      ? []
      : [
          {
            uid: reply.id,
            gatewayId: gateway.id,
            result: reply.result,
            message: reply.message ?? null,
            values: reply.values ?? null,
            at: receivedAt,
          },
        ],
  )
  if (replies.length === 0) return
  for (const row of await applyReplies(client, replies)) {
    const { id, name, company_id: companyId, path, customer_id: customerId, project_id: projectId, device_id, state, late } = row
    const owner = { companyId, path, customerId, projectId, projectName: null }
    const verb = state === 'answered' || state === 'refused' || state === 'failed' ? verbs[state] : 'answer'
    effects.audit(`sentCommand.${verb}`, 'sent_command', id, name, owner, {
      state: [late ? state : 'sent', state],
      ...(late ? { late: [false, true] as const } : {}),
    })
    effects.event('command', state, id, owner, device_id, {})
  }
}
