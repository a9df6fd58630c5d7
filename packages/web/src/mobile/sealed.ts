import type { OrderDetail } from '@emberwatch/contract'
import { create } from 'zustand'
import { call } from './api.ts'
import { calls } from './calls.ts'
import { photosIn, type Step } from './steps.ts'
import { entriesUnder, keysUnder, read, remove, removeAll, write } from './store.ts'

/**
 * A phone may be handed on before everything has been sent. What somebody entered is sealed (encrypted with AES-GCM) when they
 * sign out or somebody else signs in, and opened when they sign in again. The key comes from the server, only for that person;
 * while they are signed in, the browser holds it in a form that no script can read. Browsers do not encrypt without https, and the
 * page says so.
 */
interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
  /** Content type of a photo. Null: anything else, as JSON. */
  readonly type: string | null
}
interface KeptKey {
  readonly key: CryptoKey
  readonly name: string
}

/** The people whose steps are sealed on this phone, for the sign-in page. */
export interface SealedFor {
  readonly account: number
  readonly name: string
  readonly count: number
}
/** `broken`: number of the signed-in person's entries that cannot be opened. */
export const useSealed = create<{ people: readonly SealedFor[]; broken: number }>(() => ({ people: [], broken: 0 }))

// Not there without https, whatever the types say.
const subtle = crypto.subtle as SubtleCrypto | undefined
export const canSeal = subtle !== undefined

const keyOf = (account: number): string => `seal-key/${account}`
const boxesOf = (account: number): string => `sealed/${account}/`
const markOf = (account: number): string => `sealed-for/${account}`

const loadPeople = async (): Promise<void> => {
  const found = await entriesUnder<SealedFor>('sealed-for/')
  useSealed.setState({ people: found.map(([, person]) => person) })
}

/** Gets the person's key if the server can be reached. @throws Unreached, Refused */
const keepKey = async (account: number, name: string): Promise<CryptoKey | undefined> => {
  if (!subtle) return undefined
  const kept = await read<KeptKey>(keyOf(account))
  if (kept) return kept.key
  const { key } = await call(calls.appSeal.key, {})
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
  const imported = await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  await write(keyOf(account), { key: imported, name } satisfies KeptKey)
  return imported
}

const box = async (key: CryptoKey, name: string, value: unknown): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = value instanceof Blob ? await value.arrayBuffer() : new TextEncoder().encode(JSON.stringify(value))
  // The key of the entry is authenticated, so that no entry can be put in the place of another.
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) }, key, plain)
  return { iv, data, type: value instanceof Blob ? value.type : null }
}

const unbox = async (key: CryptoKey, name: string, { iv, data, type }: Sealed): Promise<unknown> => {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) }, key, data)
  return type === null ? (JSON.parse(new TextDecoder().decode(plain)) as unknown) : new Blob([plain], { type })
}

/** Everything that a person's waiting steps and drafts need. */
const waitingWork = async (account: number): Promise<{ entries: (readonly [string, unknown])[]; count: number }> => {
  const steps = await entriesUnder<Step>(`step/${account}/`)
  const drafts = await entriesUnder(`draft/${account}/`)
  const ids = new Set(steps.map(([, { orderId }]) => orderId))
  const orders = (await entriesUnder<{ order: OrderDetail }>(`order/${account}/`)).filter(([, { order }]) => ids.has(order.id))
  const photos: (readonly [string, unknown])[] = []
  for (const id of new Set([...steps, ...drafts].flatMap(([, value]) => photosIn(value)))) {
    const photo = await read<Blob>(`photo/${id}`)
    if (photo) photos.push([`photo/${id}`, photo])
  }
  return { entries: [...steps, ...drafts, ...orders, ...photos], count: steps.length }
}

/** Seals what somebody leaves behind, and forgets their key. Returns false if nothing can be sealed: everything then stays as it is. */
export const seal = async (account: number): Promise<boolean> => {
  const kept = await read<KeptKey>(keyOf(account))
  if (!kept) return false
  const { entries, count } = await waitingWork(account)
  for (const [name, value] of entries) {
    await write(`${boxesOf(account)}${name}`, await box(kept.key, name, value))
    await remove(name)
  }
  const before = (await read<SealedFor>(markOf(account)))?.count ?? 0
  if (count + before > 0) await write(markOf(account), { account, name: kept.name, count: count + before } satisfies SealedFor)
  // Anything that no waiting step needs is deleted.
  await removeAll([`list/${account}`, ...(await keysUnder(`order/${account}/`)), keyOf(account)])
  await loadPeople()
  return true
}

/** Seals what others have left on this phone, because somebody else has signed in. */
export const sealOthers = async (account: number): Promise<void> => {
  for (const name of await keysUnder('seal-key/')) {
    const other = Number(name.slice('seal-key/'.length))
    if (other !== account) await seal(other)
  }
  await loadPeople()
}

/** Opens the sealed entries of the signed-in person. @throws Unreached while their key cannot be fetched */
export const unseal = async (account: number, name: string): Promise<void> => {
  await loadPeople()
  const key = await keepKey(account, name)
  if (!key) return
  for (const [at, sealed] of await entriesUnder<Sealed>(boxesOf(account))) {
    const place = at.slice(boxesOf(account).length)
    try {
      await write(place, await unbox(key, place, sealed))
      await remove(at)
    } catch {
      // The entry stays: the key may return with a backup of the server.
      continue
    }
  }
  const broken = (await keysUnder(boxesOf(account))).length
  useSealed.setState({ broken })
  if (broken === 0) await remove(markOf(account))
  await loadPeople()
}
