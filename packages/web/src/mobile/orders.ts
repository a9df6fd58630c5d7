import { orderStatus, type OrderDetail, type OrderRow } from '@emberwatch/contract'
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
  /** When the server sent it. */
  readonly at: string
}

/** The engineer's open orders as last sent by the server; stored, so that they are available without a network. */
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

/** Reads what was stored earlier. */
export const loadKept = async (account: number): Promise<void> => {
  const { at } = useOrders.getState()
  const list = await read<{ rows: OrderRow[]; at: string }>(`list/${account}`)
  const found = await entriesUnder<KeptOrder>(`order/${account}/`)
  // The server has answered meanwhile, and its answer is stored as well by now.
  if (useOrders.getState().at !== at) return loadKept(account)
  useOrders.setState({
    rows: list?.rows ?? null,
    at: list?.at ?? null,
    details: new Map(found.map(([, kept]) => [kept.order.id, kept])),
  })
}

const keep = async (order: OrderDetail, prefix = orderPrefix()): Promise<void> => {
  // Somebody else signed in while it was being read.
  if (prefix !== orderPrefix()) return
  const kept = { order, at: new Date().toISOString() }
  await write(`${orderPrefix()}${order.id}`, kept)
  useOrders.setState(({ details }) => ({ details: new Map(details).set(order.id, kept) }))
}

/** Applies what the server accepted, until the order is read from there again. */
export const keepAfter = async (step: Step): Promise<void> => {
  const kept = useOrders.getState().details.get(step.orderId)
  if (kept) await keep(withSteps(kept.order, [step]))
}

/** Reads orders whose steps have been accepted. One that is no longer the user's leaves the list. */
export const readAnew = async (ids: readonly number[]): Promise<void> => {
  for (const id of ids) await fetchOrder(id).catch(() => undefined)
  await refreshOrders()
}

/** Reads an order from the server and stores it, with the photos that show the task. */
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
  // The order is useful without the photo.
  const photo = await readPhoto(id).catch(() => undefined)
  if (photo) await write(key, photo)
}

/** A photo from the server, or from the phone if it is stored there. */
export const photoOf = async (id: string): Promise<Blob> => (await read<Blob>(`server-photo/${id}`)) ?? readPhoto(id)

/** Maximum number of open orders read: more than one person can work on. */
const mostOrders = 1_000
const pageSize = 100
/** Maximum number of orders whose details are read in advance. */
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

/** Those of today and tomorrow first, because they are needed on site without a network. */
const urgency = ({ dueAt, scheduledFrom, status }: OrderRow): number => {
  const at = Math.min(...[dueAt, scheduledFrom].filter((time) => time !== null).map((time) => Date.parse(time)))
  if (status === orderStatus.inProgress || at <= endOfDay(1)) return 0
  return Number.isFinite(at) ? 1 : 2
}

/** Contacts and access notes can change without the order changing (ms until they are read again). */
const freshFor = 30 * 60_000
const isFresh = (kept: KeptOrder | undefined, row: OrderRow): boolean =>
  kept?.order.version === row.version && Date.now() - Date.parse(kept.at) < freshFor

/** Removes stored orders that are neither open nor needed; others are read from the server again. */
const tidy = async (open: ReadonlySet<number>): Promise<void> => {
  const steps = await entriesUnder<{ orderId: number }>(`step/${accountId()}/`)
  const needed = new Set([...open, ...steps.map(([, { orderId }]) => orderId)])
  for (const key of await keysUnder(orderPrefix())) if (!needed.has(Number(key.slice(orderPrefix().length)))) await remove(key)
  const kept = await entriesUnder<KeptOrder>('order/')
  const photos = new Set(kept.flatMap(([, { order }]) => order.photos.map((id) => `server-photo/${id}`)))
  for (const key of await keysUnder('server-photo/')) if (!photos.has(key)) await remove(key)
}

let under: Promise<void> | undefined

/** Reads the list of open orders, and the details of those that are worked on next. */
export const refreshOrders = (): Promise<void> => (under ??= refresh().finally(() => (under = undefined)))

const refresh = async (): Promise<void> => {
  useOrders.setState({ loading: true })
  try {
    const key = listKey()
    const rows = await openRows()
    // Somebody else signed in while they were being read.
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

/** Removes stored orders, because the next person with this phone may be somebody else. Waiting steps are kept. */
export const forgetOrders = async (): Promise<void> => {
  await removeAll([
    listKey(),
    ...(await keysUnder(orderPrefix())),
    ...(await keysUnder('server-photo/')),
    ...(await keysUnder(`draft/${accountId()}/`)),
  ])
  useOrders.setState({ rows: null, at: null, details: new Map() })
}
