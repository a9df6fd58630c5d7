import { create } from 'zustand'
import type { Announced } from './announced.ts'
import type { OpenAlarms } from './open-alarms.ts'

/** The alarms that wait for somebody, as this console knows them from the live events and from the list of open alarms. */
interface Queue {
  /** Every unconfirmed fire, and the lesser alarms that have come since this console began. */
  readonly waiting: ReadonlyMap<number, Announced>
  /** Unconfirmed fires that this person has not muted; for as long as there is one, it sounds. */
  readonly sounding: ReadonlySet<number>
  /** The last one that came, for screen readers and for the folded queue. */
  readonly latest: Announced | null
  readonly folded: boolean
}

const empty: Queue = { waiting: new Map(), sounding: new Set(), latest: null, folded: false }
export const useQueue = create<Queue>(() => empty)

/** When this console heard of an alarm, saw it taken, and muted it (ms): an answer that was on its way by then does not know it yet. */
const heardAt = new Map<number, number>()
const settledAt = new Map<number, number>()
const mutedAt = new Map<number, number>()
const onItsWay = 10_000

/** Alarms that a list has held already, and whether the last one was whole: only then is what stands in it for the first time new. */
let known = new Set<number>()
let sure = false

/**
 * Puts a new alarm into the queue; false when it has been announced. One that is raised `again` sounds again, although it was muted or taken before.
 */
export const announce = (alarm: Announced, again = false): boolean => {
  const { id } = alarm
  const { waiting, sounding } = useQueue.getState()
  if (!again && waiting.has(id) && heardAt.has(id)) return false
  heardAt.set(id, Date.now())
  settledAt.delete(id)
  mutedAt.delete(id)
  known.add(id)
  useQueue.setState({
    waiting: new Map(waiting).set(id, again ? alarm : (waiting.get(id) ?? alarm)),
    latest: alarm,
    ...(alarm.level === 'fire' ? { sounding: new Set(sounding).add(id) } : {}),
  })
  return true
}

/** Somebody has acted on it. */
export const settle = (id: number): void => {
  const { waiting, sounding } = useQueue.getState()
  heardAt.delete(id)
  settledAt.set(id, Date.now())
  if (!waiting.has(id) && !sounding.has(id)) return
  const [left, loud] = [new Map(waiting), new Set(sounding)]
  left.delete(id)
  loud.delete(id)
  useQueue.setState({ waiting: left, sounding: loud })
}

/** Ends the sound of these here, before the server has kept it. */
export const quieten = (ids: readonly number[]): void => {
  for (const id of ids) mutedAt.set(id, Date.now())
  useQueue.setState(({ sounding }) => ({ sounding: new Set([...sounding].filter((id) => !mutedAt.has(id))) }))
}

/** The server has refused a mute: it sounds again. */
export const unquieten = (ids: readonly number[]): void => {
  for (const id of ids) mutedAt.delete(id)
  useQueue.setState(({ sounding, waiting }) => ({
    sounding: new Set([...sounding, ...ids.filter((id) => waiting.get(id)?.level === 'fire')]),
  }))
}

/**
 * Takes over what the list of open alarms says: it knows every waiting fire after a reload, a sign-in or a line that was down. Answers the lesser alarms
 * that came unheard; fires need no telling, they sound for as long as they wait.
 * @param kept the person's mutes stand on the server; when not (signed in as somebody else), those of this window count
 */
export const learn = ({ list = [], complete, sounding, updatedAt }: OpenAlarms, kept = true): readonly Announced[] => {
  const recent = (times: Map<number, number>, id: number) => (times.get(id) ?? -Infinity) + onItsWay >= updatedAt
  const rows = list.filter(({ id, state }) => state === 'unconfirmed' && !recent(settledAt, id))
  const listed = new Map<number, Announced>(rows.map((row) => [row.id, row]))
  const lastListed = Math.max(0, ...listed.keys())
  const { waiting: before } = useQueue.getState()
  const missed = sure && complete ? rows.filter(({ id, level }) => level !== 'fire' && !known.has(id)) : []
  // The list holds the oldest: what came after its last may only have found no room in it.
  const stays = ({ id }: Announced) => listed.has(id) || recent(heardAt, id) || (!complete && id > lastListed)
  const waiting = new Map<number, Announced>()
  for (const [id, alarm] of before) if (stays(alarm)) waiting.set(id, listed.get(id) ?? alarm)
  for (const row of rows) if (row.level === 'fire' && !row.test) waiting.set(row.id, row)
  const muted = (id: number) => (kept ? recent(mutedAt, id) : mutedAt.has(id))
  const loud = sounding.filter((id) => !recent(settledAt, id) && !muted(id))
  const unlisted = [...waiting.values()].filter(({ id, level }) => level === 'fire' && recent(heardAt, id) && !muted(id))
  for (const { id } of rows) known.add(id)
  for (const id of heardAt.keys()) if (!waiting.has(id)) heardAt.delete(id)
  if (kept) for (const [id] of mutedAt) if (!recent(mutedAt, id)) mutedAt.delete(id)
  for (const [id] of settledAt) if (!recent(settledAt, id)) settledAt.delete(id)
  sure = complete
  useQueue.setState({ waiting, sounding: new Set([...loud, ...unlisted.map(({ id }) => id)]) })
  return missed
}

export const fold = (folded: boolean): void => useQueue.setState({ folded })

/** Takes the lesser alarms off the screen; a fire stays until somebody takes it. */
export const dismissLesser = (): void =>
  useQueue.setState(({ waiting }) => ({ waiting: new Map([...waiting].filter(([, { level }]) => level === 'fire')) }))

/** The next person signs in with an empty queue. */
export const forgetQueue = (): void => {
  for (const times of [heardAt, settledAt, mutedAt]) times.clear()
  known = new Set()
  sure = false
  useQueue.setState(empty)
}
