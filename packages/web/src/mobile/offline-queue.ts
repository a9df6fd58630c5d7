import { create } from 'zustand'
import { call, Refused, Unreached, uploadPhoto } from './api.ts'
import { calls, type PhoneCall, type StepInput, type StepName } from './calls.ts'
import { heldBy } from './one-tab.ts'
import { keepAfter, readAnew } from './orders.ts'
import { isKnown, useSession } from './session.ts'
import { change, entriesUnder, newId, read, remove, removeAll, write } from './store.ts'
import { isFailing, nextStep, photosIn, withUploaded, type Step } from './steps.ts'
import { t } from './texts.ts'

/** The steps waiting on this phone, of the signed-in account. */
export const useQueue = create<{ steps: readonly Step[]; sending: string | null }>(() => ({ steps: [], sending: null }))

/** Notifies the other tabs. */
const others = new BroadcastChannel('emberwatch-phone')
const prefixOf = (accountId: number): string => `step/${accountId}/`
const keyOf = ({ accountId, seq }: Pick<Step, 'accountId' | 'seq'>): string =>
  `${prefixOf(accountId)}${String(seq).padStart(12, '0')}`
const accountId = (): number | null => useSession.getState().user?.id ?? null

/** Reads the stored steps, because they count, not what this tab remembers. */
export const loadQueue = async (): Promise<readonly Step[]> => {
  const id = accountId()
  const found = id === null ? [] : await entriesUnder<Step>(prefixOf(id))
  const steps = found.map(([, step]) => step).sort((one, other) => one.seq - other.seq)
  useQueue.setState({ steps })
  return steps
}

const changed = async (): Promise<void> => {
  await loadQueue()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  others.postMessage('steps')
}
others.addEventListener('message', () => void loadQueue())
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) void loadQueue().then(sendWaiting)
  else if (isKnown(now) && !isKnown(before)) void sendWaiting()
})

interface About {
  readonly orderId: number
  readonly orderCode: string
  readonly about?: string
}

/** Stores a step, and sends it as soon as the server can be reached. Resolves once it is stored. */
export const addStep = async <N extends StepName>(name: N, input: StepInput<N>, { orderId, orderCode, about }: About) => {
  const account = accountId()
  if (account === null) throw new Error('a step belongs to somebody')
  // The counter is stored as well, so that neither a clock that is set back nor another tab changes the order.
  let seq = 0
  await change<number>(`seq/${account}`, (last = 0) => (seq = last + 1))
  const enteredAt = new Date().toISOString()
  const step = {
    name,
    input: { ...input, enteredAt },
    id: newId(),
    seq,
    accountId: account,
    orderId,
    orderCode,
    about: about ?? null,
    enteredAt,
    uploaded: {},
    problem: null,
  } as unknown as Step
  await save(step)
  await changed()
  void sendWaiting()
}

const save = async (step: Step): Promise<Step> => {
  await write(keyOf(step), step)
  return step
}

/**
 * Nobody sends a step that somebody else entered, because it would be recorded as theirs. @throws Unreached until the person who
 * entered it is signed in
 */
const assertOwn = ({ accountId: owner }: Step): void => {
  const session = useSession.getState()
  if (!isKnown(session) || session.user?.id !== owner) throw new Unreached()
}

/** Uploads the photos of a step, and stores the id of each as soon as it has arrived. */
const withPhotosSent = async (given: Step): Promise<Step> => {
  let step = given
  for (const id of photosIn(step.input)) {
    if (step.uploaded[id] !== undefined) continue
    // An earlier step of the same device has already uploaded it.
    const sent = await read<string>(`sent-photo/${id}`)
    if (sent !== undefined) {
      step = await save({ ...step, uploaded: { ...step.uploaded, [id]: sent } } as Step)
      continue
    }
    const photo = await read<Blob>(`photo/${id}`)
    if (!photo) throw new Refused(404, 0, t.photoLost)
    assertOwn(step)
    step = await save({ ...step, uploaded: { ...step.uploaded, [id]: await uploadPhoto(photo) } } as Step)
  }
  return step
}

/** Removes uploaded photos, except those that another step on this phone refers to: a device may be recorded twice before anything is sent. */
const forget = async (step: Step): Promise<void> => {
  await remove(keyOf(step))
  const named = new Set((await entriesUnder<Step>('step/')).flatMap(([, other]) => photosIn(other.input)))
  await removeAll(
    photosIn(step.input)
      .filter((id) => !named.has(id))
      .map((id) => `photo/${id}`),
  )
}

/** Server ids of uploaded photos by their local ids, which a later step or draft may still refer to. */
const rememberPhotos = async ({ uploaded }: Step): Promise<void> => {
  for (const [id, sent] of Object.entries(uploaded)) await write(`sent-photo/${id}`, sent)
}

const noteFailure = async (step: Step): Promise<void> => {
  const current = (await read<Step>(keyOf(step))) ?? step
  await save({ ...current, failures: (current.failures ?? 0) + 1, failedAt: new Date().toISOString() } as Step)
  await changed()
}

/** Whether other steps may overtake one that has just failed on the server. */
const othersPass = async (step: Step): Promise<boolean> => {
  const next = nextStep(await loadQueue())
  return next !== undefined && next.id !== step.id && !isFailing(next)
}

/** Sends one step. @throws Unreached if it keeps waiting */
const send = async (step: Step): Promise<void> => {
  try {
    const ready = await withPhotosSent(step)
    const entry: PhoneCall = calls.orderApp[ready.name]
    assertOwn(ready)
    const input = withUploaded(ready.input, ready.uploaded)
    await call(entry, input, ready.id)
    await rememberPhotos(ready)
    await keepAfter({ ...ready, input } as Step)
    await forget(ready)
  } catch (error) {
    if (error instanceof Unreached && error.failed) await noteFailure(step)
    if (!(error instanceof Refused)) throw error
    // The session has ended: nothing is wrong with the step.
    assertOwn(step)
    const current = (await read<Step>(keyOf(step))) ?? step
    await save({ ...current, problem: { message: error.message, at: new Date().toISOString() } } as Step)
  }
}

/** Time between attempts while the server cannot be reached (ms). */
const pauses = [3_000, 5_000, 10_000, 30_000] as const
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the waiting steps one after the other; only one tab does so at a time. */
export const sendWaiting = async (): Promise<void> => {
  clearTimeout(timer)
  if (!isKnown(useSession.getState())) return
  const ran = await heldBy('emberwatch-phone-send', async () => {
    const orders = new Set<number>()
    try {
      for (let step = nextStep(await loadQueue()); step; step = nextStep(await loadQueue())) {
        if (!isKnown(useSession.getState())) break
        useQueue.setState({ sending: step.id })
        try {
          await send(step)
        } catch (error) {
          if (error instanceof Unreached && error.failed && (await othersPass(step))) continue
          throw error
        }
        orders.add(step.orderId)
        await changed()
        tries = 0
      }
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      timer = setTimeout(() => void sendWaiting(), pauses[Math.min(tries, pauses.length - 1)])
      tries += 1
    } finally {
      useQueue.setState({ sending: null })
    }
    if (orders.size > 0) await readAnew([...orders])
  })
  // The other tab may just have been about to stop.
  if (!ran) timer = setTimeout(() => void sendWaiting(), pauses[0])
}

/** Tries a refused step once more. Photos are uploaded again, because the server may have deleted unused ones. */
export const tryAgain = async (step: Step): Promise<void> => {
  await save({ ...step, problem: null, failures: 0, uploaded: {} } as Step)
  await changed()
  await sendWaiting()
}

/** Discards a step, if the person who entered it wants that. */
export const discard = async (step: Step): Promise<void> => {
  await forget(step)
  await changed()
  await sendWaiting()
}

/** Sends again whenever a network may be available. */
export const watchQueue = (): void => {
  const retry = () => {
    tries = 0
    void sendWaiting()
  }
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retry()
  })
}
