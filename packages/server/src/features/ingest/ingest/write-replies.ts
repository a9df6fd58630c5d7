import type { BatchWrite } from '../../../platform/batch-write.ts'
import { applyReplies } from '../../equipment/device-command/command.batch.ts'
import type { InboundMessage } from './inbound-message.ts'

const acts = { answered: 'answer', refused: 'decline', failed: 'fail' } as const

/** Stores replies to commands before they are acknowledged. */
export const writeReplies = async (write: BatchWrite, items: readonly InboundMessage[]): Promise<void> => {
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
  for (const row of await applyReplies(write.client, replies)) {
    const { id, name, company_id: companyId, path, customer_id: customerId, project_id: projectId, state, late } = row
    const act = state === 'answered' || state === 'refused' || state === 'failed' ? acts[state] : 'answer'
    write.audit({
      action: `sentCommand.${act}`,
      object: { kind: 'sent_command', id, name },
      owner: { companyId, path },
      changes: { state: [late ? state : 'sent', state], ...(late ? { late: [false, true] as const } : {}) },
    })
    const owner = { path, customerId, deviceId: row.device_id, projectId }
    write.emit({ kind: 'command', change: state, objectId: id, owner })
  }
}
