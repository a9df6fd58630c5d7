import type { Kysely } from 'kysely'
import { appendAudit, type AuditEntry } from '../../../platform/audit.ts'
import { matchesGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { SignIn } from '../../../platform/broker/broker.ts'
import { systemActor, systemOrigin, type Clock } from '../../../platform/context.ts'
import { isInNetworks, networksOf } from '../../../platform/networks.ts'
import { storeEvents } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { recordTrace } from '../../equipment/product-trace/record-trace.ts'
import { openLinkKey } from '../../equipment/gateway/gateway-link.rules.ts'
import { activateGateways } from '../../equipment/gateway/presence.batch.ts'
import { chunks } from './chunks.ts'
import { BatchLoader } from './batch-loader.ts'
import type { GatewayCache, GatewayEntry } from './gateway-cache.ts'
import type { RefusalLog, SignInRefusal } from './refusal-log.ts'
import type { Admission } from '../receivers/frame-intake.ts'

const noHash = Buffer.alloc(32)
/** Gateways looked up with one statement. */
const gatewaysAtOnce = 1_000

/** Authenticates gateways that connect. */
export class GatewayAuthenticator {
  readonly #db: Kysely<Tables>
  readonly #gatewayCache: GatewayCache
  readonly #clock: Clock
  readonly #refusals: RefusalLog
  readonly #dataDir: string
  /**
   * Batches first sign-ins: after a power cut or a migration from another platform, thousands arrive together. One loader per company, so
   * that a company whose audit chain is locked keeps no other's gateways out.
   */
  readonly #activations = new Map<number, BatchLoader<number, true>>()
  /** The secret hashes that gateways have signed in with since they last changed, by gateway code. */
  readonly #accepted = new Map<string, Set<string>>()

  constructor(db: Kysely<Tables>, gatewayCache: GatewayCache, clock: Clock, refusals: RefusalLog, dataDir: string) {
    this.#db = db
    this.#dataDir = dataDir
    this.#refusals = refusals
    this.#clock = clock
    this.#gatewayCache = gatewayCache
  }

  /**
   * Whether a gateway may connect: it is known and enabled, and its secret is right. The first successful sign-in activates it (domain.md,
   * "Devices and gateways"). Rejects when the database is unavailable.
   * @param topic what it tries, for the log
   */
  async authenticate(code: string, secret: string, topic: string): Promise<SignIn> {
    const isRight = (entry: GatewayEntry | undefined): entry is GatewayEntry =>
      matchesGatewaySecret(secret, entry?.secretHash ?? noHash) && entry?.enabled === true
    const known = await this.#gatewayCache.recentGateway(code)
    // Never reject on a cached value that may have just changed: many gateways do not retry after a rejection.
    const gateway = isRight(known) ? known : await this.#gatewayCache.reloadGateway(code)
    if (!isRight(gateway)) return this.#refuse(gateway, secret, topic)
    await this.#activate(gateway)
    const accepted = this.#accepted.get(code) ?? new Set()
    this.#accepted.set(code, accepted.add(gateway.secretHash.toString('hex')))
    return true
  }

  /**
   * Whether frames from an address of a link are taken: there is no secret, only where they come from, and a key for some. The first one activates the gateway.
   * Rejects when the database is unavailable.
   */
  async admit(linkAddress: string, ip: string, isEncrypted: boolean): Promise<Admission> {
    const gateway = await this.#gatewayCache.recentGateway(linkAddress)
    if (gateway === undefined) return { as: 'unknown' }
    const reason = linkRefusal(gateway, ip, isEncrypted)
    if (reason === undefined) await this.#activate(gateway)
    else this.#refusals.note(gateway, reason, ip, `${linkAddress} ${ip}`)
    if (reason !== undefined) return { as: 'refused' }
    return { as: 'known', key: this.#linkKey(gateway) }
  }

  /** Without the key what it sends cannot be read: that is shown, and nothing waits for it. */
  #linkKey({ code, linkKey }: GatewayEntry): Buffer | undefined {
    try {
      return linkKey === null ? undefined : openLinkKey(this.#dataDir, code, linkKey)
    } catch {
      return undefined
    }
  }

  async #activate(gateway: GatewayEntry): Promise<void> {
    if (gateway.activated) return
    const { companyId } = gateway
    const activations = this.#activations.get(companyId) ?? new BatchLoader((ids) => activate(this.#db, ids, this.#clock.now()))
    this.#activations.set(companyId, activations)
    await activations.load(gateway.id)
    gateway.activated = true
  }

  #refuse(gateway: GatewayEntry | undefined, secret: string, topic: string): SignIn {
    if (gateway === undefined) return false
    const isItself = matchesGatewaySecret(secret, gateway.secretHash)
    this.#refusals.note(gateway, isItself ? 'disabled' : 'wrongSecret', secret, topic)
    return isItself ? 'disabled' : false
  }

  /** Notes that a gateway with the right secret may not connect with its Will. */
  async noteForeignWill(code: string, secret: string): Promise<void> {
    const gateway = await this.#gatewayCache.gateway(code)
    if (gateway !== undefined) this.#refusals.note(gateway, 'foreignWill', secret, 'CONNECT')
  }

  /**
   * Whether the connections of a changed gateway may stay: it is enabled, and all of them signed in with its present secret. The cache
   * alone cannot tell: a sign-in with the new secret may precede the news of the change. Rejects when the database is unavailable.
   */
  async mayStay(code: string): Promise<boolean> {
    const accepted = this.#accepted.get(code)
    if (accepted === undefined) return true
    const now = await this.#gatewayCache.reloadGateway(code)
    const stays = now?.enabled === true && accepted.size === 1 && accepted.has(now.secretHash.toString('hex'))
    if (!stays) this.#accepted.delete(code)
    return stays
  }

  /**
   * Reports connected gateways that may no longer stay. Called when any may have changed, as after lost news. Only those gateways are
   * reloaded. Each is reported at once: a second run would not find it again if the database failed before the end.
   */
  async mayNotStay(tell: (code: string) => void): Promise<void> {
    for (const codes of chunks([...this.#accepted.keys()], gatewaysAtOnce)) {
      const rows = await this.#db
        .selectFrom('gateway')
        .select((e) => [e.fn<string>('lower', ['code']).as('code'), 'secret_hash'])
        .where((e) =>
          e(
            e.fn<string>('lower', ['code']),
            'in',
            codes.map((code) => code.toLowerCase()),
          ),
        )
        .where('enabled', '=', true)
        .where('deleted_at', 'is', null)
        .execute()
      const known = new Map(rows.map((row) => [row.code, row.secret_hash.toString('hex')]))
      const changed = codes.filter((code) => {
        const accepted = this.#accepted.get(code)
        return accepted !== undefined && !(accepted.size === 1 && accepted.has(known.get(code.toLowerCase()) ?? ''))
      })
      for (const code of changed) if (!(await this.mayStay(code))) tell(code)
    }
  }
}

/** Why frames from there are not taken. A gateway with a key that sends in the clear may be anybody. */
const linkRefusal = (gateway: GatewayEntry, ip: string, isEncrypted: boolean): SignInRefusal | undefined => {
  if (!gateway.enabled) return 'disabled'
  if (!isAllowed(gateway.allowedSources, ip)) return 'foreignSource'
  return gateway.linkKey !== null && !isEncrypted ? 'notEncrypted' : undefined
}

/** Whether a list of addresses and networks names this address. An empty one names all. */
const isAllowed = (sources: readonly string[], ip: string): boolean =>
  sources.length === 0 || isInNetworks(networksOf(sources), ip)

/** Activates those that are not active yet. Afterwards all are. */
const activate = async (db: Kysely<Tables>, ids: number[], at: Date): Promise<Map<number, true>> => {
  await db.transaction().execute(async (tx) => {
    const rows = await activateGateways(tx, ids, at)
    await storeEvents(
      tx,
      rows.map(({ id, path, customer_id: customerId, project_id: projectId }) => ({
        kind: 'gateway',
        change: 'activated',
        objectId: id,
        owner: { path, customerId, projectId },
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
    await recordTrace(
      { systemDb: tx, at, by: null },
      rows.map(({ id, code }) => ({ gatewayId: id, code, step: 'activated' })),
    )
  })
  return new Map(ids.map((id) => [id, true]))
}
