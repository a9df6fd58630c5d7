import type { Kysely } from 'kysely'
import { appendAudit } from '../../platform/audit.ts'
import { matchesGatewaySecret } from '../../platform/broker/gateway-secret.ts'
import { systemActor, systemOrigin } from '../../platform/context.ts'
import { storeEvents } from '../../platform/transact.ts'
import type { Tables } from '../../tables/index.ts'
import type { Directory, GatewayEntry } from './directory.ts'

const noHash = Buffer.alloc(32)

/**
 * Whether a gateway may connect: known, enabled, right secret. Its first right sign-in activates it (domain.md, "Devices and gateways").
 * Rejects when the database is away.
 */
export async function signInGateway(db: Kysely<Tables>, directory: Directory, code: string, secret: string): Promise<boolean> {
  const gateway = await directory.freshGateway(code)
  const matches = matchesGatewaySecret(secret, gateway?.secretHash ?? noHash)
  if (gateway === undefined || !gateway.enabled || !matches) return false
  if (!gateway.activated) await activate(db, gateway)
  return true
}

async function activate(db: Kysely<Tables>, gateway: GatewayEntry): Promise<void> {
  const at = new Date()
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('gateway')
      .set({ activated_at: at })
      .where('id', '=', gateway.id)
      .where('activated_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    const { companyId, path, customerId, id, name } = gateway
    const event = { kind: 'gateway', change: 'activated', objectId: id, owner: { path, customerId } } as const
    const changes = { activatedAt: [null, at.toISOString()] } as const
    await storeEvents(tx, [event], at)
    const entry = { action: 'gateway.activate', object: { kind: 'gateway', id, name }, owner: { companyId, path }, changes }
    await appendAudit(tx, [entry], systemActor, systemOrigin, at)
  })
  gateway.activated = true
}
