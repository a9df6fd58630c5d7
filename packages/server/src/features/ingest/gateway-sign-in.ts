import type { Kysely } from 'kysely'
import { appendAudit, type AuditEntry } from '../../platform/audit.ts'
import { matchesGatewaySecret } from '../../platform/broker/gateway-secret.ts'
import { systemActor, systemOrigin } from '../../platform/context.ts'
import { storeEvents } from '../../platform/transact.ts'
import type { Tables } from '../../tables/index.ts'
import { BatchLoader } from './batch-loader.ts'
import type { Directory, GatewayEntry } from './directory.ts'

const noHash = Buffer.alloc(32)

/** Judges gateways that want to connect. */
export class GatewaySignIn {
  readonly #directory: Directory
  /** Gathers first sign-ins: after a power cut, or a move from another platform, thousands come at once. */
  readonly #activations: BatchLoader<number, true>

  constructor(db: Kysely<Tables>, directory: Directory) {
    this.#directory = directory
    this.#activations = new BatchLoader((ids) => activate(db, ids))
  }

  /**
   * Whether a gateway may connect: known, enabled, right secret. Its first right sign-in activates it (domain.md, "Devices and gateways").
   * Rejects when the database is away.
   */
  async check(code: string, secret: string): Promise<boolean> {
    const isRight = (entry: GatewayEntry | undefined): entry is GatewayEntry =>
      matchesGatewaySecret(secret, entry?.secretHash ?? noHash) && entry?.enabled === true
    const known = await this.#directory.freshGateway(code)
    // Nobody is refused for what was read a moment before it changed: many gateways never come back after a refusal.
    const gateway = isRight(known) ? known : await this.#directory.readGateway(code)
    if (!isRight(gateway)) return false
    if (!gateway.activated) {
      await this.#activations.load(gateway.id)
      gateway.activated = true
    }
    return true
  }
}

/** Activates those that are not yet; all are active afterwards. */
async function activate(db: Kysely<Tables>, ids: number[]): Promise<Map<number, true>> {
  const at = new Date()
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('gateway')
      .set({ activated_at: at })
      .where('id', 'in', ids)
      .where('activated_at', 'is', null)
      .returning(['id', 'name', 'company_id', 'path', 'customer_id'])
      .execute()
    await storeEvents(
      tx,
      rows.map(({ id, path, customer_id: customerId }) => ({
        kind: 'gateway',
        change: 'activated',
        objectId: id,
        owner: { path, customerId },
      })),
      at,
    )
    const entries = rows.map(({ id, name, company_id: companyId, path }): AuditEntry => ({
      action: 'gateway.activate',
      object: { kind: 'gateway', id, name },
      owner: { companyId, path },
      changes: { activatedAt: [null, at.toISOString()] },
    }))
    await appendAudit(tx, entries, systemActor, systemOrigin, at)
  })
  return new Map(ids.map((id) => [id, true]))
}
