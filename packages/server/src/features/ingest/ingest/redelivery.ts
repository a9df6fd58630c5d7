import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Later } from '../../../platform/batch-write.ts'
import { unnest } from '../../../platform/database/unnest.ts'
import type { Tables } from '../../../tables/index.ts'
import { findUnchangedMessages } from './unchanged-messages.ts'
import type { InboundMessage, MessageNumber } from './inbound-message.ts'

/** How long a redelivery is recognised (days). After that, the message is stored again. */
const rememberedDays = 7
/** The counter of a boot not seen for this long (days) is deleted. Longer than any of its messages is remembered. */
const countersKeptDays = 30
/** A device clock off by no more than this can tell messages apart (ms). */
const credibleMs = 24 * 3600 * 1000
/** A redelivery comes within this time of the first storing. After it, an identical time may simply mean a stopped clock (ms). */
const sentAgainMs = 3600 * 1000

/** Which messages of a batch are new. */
export interface SortedBatch {
  readonly fresh: InboundMessage[]
  /** Already stored, byte for byte. */
  readonly repeated: InboundMessage[]
  /** New messages whose number was already used: the gateway's counter restarted. */
  readonly restarted: Set<InboundMessage>
}

type Numbered = InboundMessage & { number: MessageNumber; gateway: NonNullable<InboundMessage['gateway']> }

/**
 * Separates redeliveries (device-link v1): messages whose gateway, boot, number and content are already stored. The counter rows stay
 * locked until the commit, so that two processes that received the same message do not both store it. A number above all earlier ones is
 * new without a lookup; only others are looked up.
 */
export const separateRedeliveries = async (
  client: pg.ClientBase,
  items: readonly InboundMessage[],
  later: Later,
): Promise<SortedBatch> => {
  const numbered = items.filter(isNumbered)
  if (numbered.length === 0) return { fresh: [...items], repeated: [], restarted: new Set() }
  const counters = await lockCounters(client, numbered)
  const doubtful = new Set<InboundMessage>()
  const highest = new Map(counters)
  const inBatch = new Map<string, Set<number>>()
  for (const item of numbered) {
    const key = counterKey(item)
    if (item.number.seq <= (highest.get(key) ?? -1)) doubtful.add(item)
    else highest.set(key, item.number.seq)
  }
  if (doubtful.size === 0) {
    later(raiseCounters(client, counters, highest))
    return { fresh: [...items], repeated: [], restarted: new Set() }
  }
  const known = await lookUp(
    client,
    numbered.filter((item) => doubtful.has(item)),
  )
  const sorted: SortedBatch = { fresh: [], repeated: [], restarted: new Set() }
  const uncertain = new Map<InboundMessage, 'some' | 'none'>()
  for (const item of items) {
    if (!isNumbered(item)) {
      sorted.fresh.push(item)
      continue
    }
    const key = `${counterKey(item)} ${item.number.seq}`
    const before = inBatch.get(key) ?? new Set(known.get(key)?.keys())
    inBatch.set(key, before)
    const isKnown = before.has(item.number.digest)
    if (!isKnown) {
      if (before.size > 0 && !item.number.wraps) sorted.restarted.add(item)
      before.add(item.number.digest)
      sorted.fresh.push(item)
    } else {
      const trust = trustIn(item, before.size, known.get(key)?.get(item.number.digest))
      if (trust === 'full') sorted.repeated.push(item)
      else uncertain.set(item, trust)
    }
  }
  // Identical, with nothing that would have to differ: treated as the same message if it would change nothing.
  const unchanged = await findUnchangedMessages(client, uncertain, items)
  for (const item of uncertain.keys()) (unchanged.has(item) ? sorted.repeated : sorted.fresh).push(item)
  if (uncertain.size > 0) {
    const place = new Map(items.map((item, index) => [item, index]))
    sorted.fresh.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  }
  later(raiseCounters(client, counters, highest))
  return sorted
}

const isNumbered = (item: InboundMessage): item is Numbered => {
  return item.gateway !== undefined && item.number !== undefined
}

const counterKey = ({ gateway, number }: Numbered): string => {
  return `${gateway.id} ${number.boot}`
}

/**
 * How well a number tells messages with identical content apart. `full`: it was used once, a short while ago, with a boot id or a running
 * clock. Later, the boot id or clock may be one that never changes. No trust: several messages already used the number.
 */
const trustIn = (
  { number, sentAt, receivedAt, message }: Numbered,
  messages: number,
  storedAt = receivedAt,
): 'full' | 'some' | 'none' => {
  const distance = (at: Date) => Math.abs(at.getTime() - storedAt.getTime())
  const differs = number.boot !== '' || (sentAt !== undefined && distance(sentAt) < credibleMs)
  if (!differs || messages > 1) return 'none'
  // Told apart by a time in seconds: a fire, its end and the fire again may come within one.
  if (message.frame?.identity !== undefined) return 'some'
  return distance(receivedAt) < sentAgainMs ? 'full' : 'some'
}

type CounterRow = { gateway_id: number; boot: string; highest: number }

type CounterKey = { id: number; boot: string }
const keysOfCounters = unnest<CounterKey>('u', { id: ['bigint', ({ id }) => id], boot: ['text', ({ boot }) => boot] })
const counters = unnest<CounterKey & { highest: number }>('u', {
  id: ['bigint', ({ id }) => id],
  boot: ['text', ({ boot }) => boot],
  highest: ['bigint', ({ highest }) => highest],
})

/** The highest number of each counter, or -1 before the first. */
const lockCounters = async (client: pg.ClientBase, items: readonly Numbered[]): Promise<Map<string, number>> => {
  const keys = [...new Map(items.map((item) => [counterKey(item), { id: item.gateway.id, boot: item.number.boot }])).values()]
  const values = keysOfCounters.values(keys)
  const select = () =>
    client.query<CounterRow>({
      name: 'ingest_counters',
      text: `select s.gateway_id, s.boot, s.highest
         from ${keysOfCounters.from} join gateway_sequence s on s.gateway_id = u.id and s.boot = u.boot
        order by s.gateway_id, s.boot for update of s`,
      values,
    })
  let { rows } = await select()
  if (rows.length < keys.length) {
    await client.query(
      `insert into gateway_sequence (gateway_id, boot, highest) select id, boot, -1 from ${keysOfCounters.from}
       order by id, boot on conflict do nothing`,
      values,
    )
    rows = (await select()).rows
  }
  return new Map(rows.map(({ gateway_id: id, boot, highest }) => [`${id} ${boot}`, highest]))
}

const raiseCounters = async (
  client: pg.ClientBase,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Promise<void> => {
  const raised = [...after].filter(([key, highest]) => highest > (before.get(key) ?? -1))
  if (raised.length === 0) return
  await client.query({
    name: 'ingest_counters_raise',
    text: `update gateway_sequence s set highest = u.highest, at = now()
       from ${counters.from} where s.gateway_id = u.id and s.boot = u.boot`,
    values: counters.values(
      raised.map(([key, highest]) => {
        const end = key.indexOf(' ')
        return { id: Number(key.slice(0, end)), boot: key.slice(end + 1), highest }
      }),
    ),
  })
}

type StoredRow = { gateway_id: number; boot: string; sequence: number; digest: number | null; received_at: string }

const numbers = unnest<Numbered>('u', {
  id: ['bigint', ({ gateway }) => gateway.id],
  boot: ['text', ({ number }) => number.boot],
  sequence: ['bigint', ({ number }) => number.seq],
  digest: ['bigint', ({ number }) => number.digest],
})

/** For each `<gateway> <boot> <number>` stored recently: the digests of its messages with their time of receipt. */
const lookUp = async (client: pg.ClientBase, items: readonly Numbered[]): Promise<Map<string, Map<number, Date>>> => {
  const known = new Map<string, Map<number, Date>>()
  if (items.length === 0) return known
  // Only two facts matter per number: whether this very message is stored, and whether any other is.
  const isRemembered = `r.received_at > now() - interval '${rememberedDays} days'`
  const { rows } = await client.query<StoredRow>({
    name: 'ingest_redeliveries',
    text: `select u.id as gateway_id, u.boot, u.sequence, r.digest, r.received_at
       from ${numbers.from}
      cross join lateral (
        (select r.digest, r.received_at from report r
          where r.gateway_id = u.id and r.sequence = u.sequence and r.digest = u.digest and r.position = 0 and ${isRemembered}
          limit 1)
        union all
        (select r.digest, r.received_at from report r
          where r.gateway_id = u.id and r.sequence = u.sequence and r.digest <> u.digest and r.position = 0 and ${isRemembered}
            and coalesce(r.boot, '') = u.boot
          limit 1)) r`,
    values: numbers.values(items),
  })
  for (const row of rows) {
    const key = `${row.gateway_id} ${row.boot} ${row.sequence}`
    const digests = known.get(key) ?? new Map<number, Date>()
    known.set(key, digests.set(row.digest ?? -1, new Date(row.received_at)))
  }
  return known
}

/** Deletes the counters of boots that ended long ago. A gateway may use a new boot id after every restart. */
export const deleteOldCounters = async (db: Kysely<Tables>, now: Date): Promise<void> => {
  const oldest = new Date(now.getTime() - countersKeptDays * 24 * 3600 * 1000)
  await sql`delete from gateway_sequence where boot <> '' and at < ${oldest}`.execute(db)
}
