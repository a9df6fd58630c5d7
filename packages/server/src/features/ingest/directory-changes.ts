import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import type { BrokerLog } from '../../platform/broker/broker.ts'
import type { Tables } from '../../tables/index.ts'

const channel = 'emberwatch_directory'
/** Stands for the report-parameter table, and everything else. */
const everything = '*'
const RECONNECT_MS = 1000

/**
 * To be called, in its transaction, by every write that changes a gateway (its secret and state included), binds or changes its devices, or changes what a code
 * means (then without codes): the ingest of every process forgets what it held in memory when the transaction commits.
 */
export async function directoryChanged(
  tx: Transaction<Tables> | Kysely<Tables>,
  gatewayCodes?: readonly string[],
): Promise<void> {
  for (const code of gatewayCodes ?? [everything]) await sql`select pg_notify(${channel}, ${code})`.execute(tx)
}

/** Hears of changes on a connection of its own; whenever that was interrupted, everything counts as changed. */
export class DirectoryChanges {
  readonly #connection: pg.PoolConfig
  readonly #onChange: (gatewayCode: string | undefined) => void
  readonly #log: BrokerLog
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(connection: pg.PoolConfig, onChange: (gatewayCode: string | undefined) => void, log: BrokerLog) {
    this.#connection = connection
    this.#onChange = onChange
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client(this.#connection)
    this.#client = client
    client.on('notification', ({ payload }) => this.#onChange(payload === everything ? undefined : payload))
    client.on('error', () => undefined)
    client.on('end', () => this.#retry(client))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#onChange(undefined)
    } catch (error) {
      this.#log.warn({ reason: String(error) }, 'changes of gateways are not heard of at once')
      await client.end().catch(() => undefined)
      this.#retry(client)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  #retry(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    this.#timer = setTimeout(() => void this.start(), RECONNECT_MS)
  }
}
