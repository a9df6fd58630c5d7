import type { OrderDetail, OrderRow } from '@emberwatch/contract'
import { create } from 'zustand'
import { call, readPhoto, Refused, Unreached } from './api.ts'
import { calls } from './calls.ts'
import { endOfDay } from './days.ts'
import type { Step } from './steps.ts'
import { withSteps } from './with-steps.ts'
import { isKnown, useSession } from './session.ts'
import { entriesUnder, keysUnder, read, remove, removeAll, write } from './store.ts'

interface KeptOrder {
  readonly order: OrderDetail
  /** When the server said so. */
  readonly at: string
}

/** The engineer's open orders as the server said last; kept, so that they are there without a network. */
export const useOrders = create<{
  rows: readonly OrderRow[] | null
  at: string | null
  details: ReadonlyMap<number, KeptOrder>
  loading: boolean
  problem: string | null
}>(() => ({ rows: null, at: null, details: new Map(), loading: false, problem: null }))

const accountId = (): number => useSession.getState().user?.id ?? 0
const listKey = (): string => `list/${accountId()}`
const orderPrefix = (): string => `order/${accountId()}/`

/** What is kept from before. */
export const loadKept = async (account: number): Promise<void> => {
  const { at } = useOrders.getState()
  const list = await read<{ rows: OrderRow[]; at: string }>(`list/${account}`)
  const found = await entriesUnder<KeptOrder>(`order/${account}/`)
  // The server has answered meanwhile, and that is kept as well by now.
  if (useOrders.getState().at !== at) return loadKept(account)
  useOrders.setState({
    rows: list?.rows ?? null,
    at: list?.at ?? null,
    details: new Map(found.map(([, kept]) => [kept.order.id, kept])),
  })
}

const keep = async (order: OrderDetail, prefix = orderPrefix()): Promise<void> => {
  // Somebody else has signed in while it was read.
  if (prefix !== orderPrefix()) return
  const kept = { order, at: new Date().toISOString() }
  await write(`${orderPrefix()}${order.id}`, kept)
  useOrders.setState(({ details }) => ({ details: new Map(details).set(order.id, kept) }))
}

/** What the server took is so from now on, until it is read from there again. */
export const keepAfter = async (step: Step): Promise<void> => {
  const kept = useOrders.getState().details.get(step.orderId)
  if (kept) await keep(withSteps(kept.order, [step]))
}

/** Orders whose steps have arrived. One that is not the caller's any more leaves the list. */
export const readAnew = async (ids: readonly number[]): Promise<void> => {
  for (const id of ids) await fetchOrder(id).catch(() => undefined)
  await refreshOrders()
}

/** Reads an order anew and keeps it, with the photos that show what is to be done. */
export const fetchOrder = async (id: number): Promise<OrderDetail> => {
  const prefix = orderPrefix()
  const order = await call(calls.orderApp.detail, { id })
  await keep(order, prefix)
  for (const photo of order.photos) await keepServerPhoto(photo)
  return order
}

const keepServerPhoto = async (id: string): Promise<void> => {
  const key = `server-photo/${id}`
  if ((await read<Blob>(key)) !== undefined) return
  // The order is of use without it.
  const photo = await readPhoto(id).catch(() => undefined)
  if (photo) await write(key, photo)
}

/** A photo of the server, from the phone where it is kept. */
export const photoOf = async (id: string): Promise<Blob> => (await read<Blob>(`server-photo/${id}`)) ?? readPhoto(id)

/** More open orders than one person can work on. */
const mostOrders = 1_000
const pageSize = 100
/** Orders that are read wholly beforehand. */
const mostDetails = 100

const openRows = async (): Promise<OrderRow[]> => {
  const rows: OrderRow[] = []
  for (let pageNum = 1; rows.length < mostOrders; pageNum += 1) {
    const { list } = await call(calls.orderApp.list, { stage: 'open', pageNum, pageSize })
    rows.push(...list)
    if (list.length < pageSize) break
  }
  return rows
}

/** Those of today and tomorrow first: they are what a round without a network needs. */
const urgency = ({ dueAt, scheduledFrom, status }: OrderRow): number => {
  const at = Math.min(...[dueAt, scheduledFrom].filter((time) => time !== null).map((time) => Date.parse(time)))
  if (status === 'processing' || at <= endOfDay(1)) return 0
  return Number.isFinite(at) ? 1 : 2
}

/** Who to call and the way in change without the order. */
const freshFor = 30 * 60_000
const isFresh = (kept: KeptOrder | undefined, row: OrderRow): boolean =>
  kept?.order.version === row.version && Date.now() - Date.parse(kept.at) < freshFor

/** Removes what is neither open any more nor needed: other orders are read from the server again. */
const tidy = async (open: ReadonlySet<number>): Promise<void> => {
  const steps = await entriesUnder<{ orderId: number }>(`step/${accountId()}/`)
  const needed = new Set([...open, ...steps.map(([, { orderId }]) => orderId)])
  for (const key of await keysUnder(orderPrefix())) if (!needed.has(Number(key.slice(orderPrefix().length)))) await remove(key)
  const kept = await entriesUnder<KeptOrder>('order/')
  const photos = new Set(kept.flatMap(([, { order }]) => order.photos.map((id) => `server-photo/${id}`)))
  for (const key of await keysUnder('server-photo/')) if (!photos.has(key)) await remove(key)
}

let under: Promise<void> | undefined

/** Reads the open orders, and wholly those that are worked on next. */
export const refreshOrders = (): Promise<void> => (under ??= refresh().finally(() => (under = undefined)))

const refresh = async (): Promise<void> => {
  useOrders.setState({ loading: true })
  try {
    const key = listKey()
    const rows = await openRows()
    // Somebody else has signed in while they were read.
    if (key !== listKey()) return isKnown(useSession.getState()) ? await refresh() : undefined
    const at = new Date().toISOString()
    await write(key, { rows, at })
    useOrders.setState({ rows, at, problem: null })
    await tidy(new Set(rows.map(({ id }) => id)))
    const { details } = useOrders.getState()
    const next = rows.toSorted((one, other) => urgency(one) - urgency(other)).slice(0, mostDetails)
    for (const row of next) if (!isFresh(details.get(row.id), row)) await fetchOrder(row.id)
  } catch (error) {
    if (error instanceof Unreached) return
    if (!(error instanceof Refused)) throw error
    useOrders.setState({ problem: error.message })
  } finally {
    useOrders.setState({ loading: false })
  }
}

/** Removes what is kept of orders: the next person with this phone is somebody else. Waiting steps are not touched. */
export const forgetOrders = async (): Promise<void> => {
  await removeAll([
    listKey(),
    ...(await keysUnder(orderPrefix())),
    ...(await keysUnder('server-photo/')),
    ...(await keysUnder(`draft/${accountId()}/`)),
  ])
  useOrders.setState({ rows: null, at: null, details: new Map() })
}
