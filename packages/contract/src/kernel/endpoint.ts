import { Type, type TSchema, type Static, type TObject } from 'typebox'
import type { EnumValue } from '../enums.ts'
import type { ErrorName } from '../errors.ts'
import type { Thing } from '../things.ts'

/** The problem of one input field; `rule` is a key of the texts' `rules`. */
export interface FieldProblem {
  readonly field: string
  readonly rule: string
  readonly msg: string
}

/** The answer of every JSON call (specification section 3): `code` is 200, 103, or one of the error catalogue. */
export interface Envelope<T> {
  readonly code: number
  readonly success: boolean
  readonly msg: string
  readonly data: T
}

/** The data of a failed answer: the invalid fields, and a trace id if the failure was ours. */
export interface FailureData {
  readonly fields?: FieldProblem[]
  readonly traceId?: string
}

/** JSON schema of a successful answer around `data`. */
export const envelopeOf = (data: TSchema) =>
  Type.Object({ code: Type.Integer(), success: Type.Boolean(), msg: Type.String(), data })

/** Pattern of an operation code. That a call's code exists is tested, not typed, because the menu takes its codes from the calls. */
export type OperationLike = `${string}:${string}`

/** Programs that show a key with this right. People are refused, as keys are everywhere else. */
export interface KeyAccess {
  readonly key: EnumValue<'openRight'>
}

/** Who may call: anybody, anybody signed in, holders of one of the operation codes, or a partner's program with a key. */
export type Access = 'public' | 'session' | OperationLike | readonly OperationLike[] | KeyAccess

/** The right that a key needs for a call. Undefined: no key may make it. */
export const keyRightOf = (access: Access): EnumValue<'openRight'> | undefined =>
  typeof access === 'object' && 'key' in access ? access.key : undefined

/** The operation codes of which one is needed. None for calls that ask for something else. */
export const operationsIn = (access: Access): readonly OperationLike[] => {
  if (access === 'public' || access === 'session') return []
  if (typeof access === 'string') return [access]
  return 'key' in access ? [] : access
}

/** One call of the product, as data. Route, validation, access check, typed client, OpenAPI and the generated tests are derived from it. */
export interface Endpoint<I extends TObject = TObject, O extends TSchema = TSchema, A extends Access = Access> {
  readonly method: 'GET' | 'POST'
  /** Path under /api, as the specification writes it. */
  readonly path: string
  readonly access: A
  /** An additional operation that is required, because the call also shows rows of another page. */
  readonly also?: OperationLike
  readonly input: I
  readonly output: O
  /** For standard calls: the entity of its rows. */
  readonly entity?: string
  /** Of a read: the things in its answer, first that which it is about. A change of any makes the answer stale. See `about`. */
  readonly shows?: readonly Thing[]
  /** Of a write: the things that may be different afterwards, first that which it is about. */
  readonly changes?: readonly Thing[]
  /** The rows that it names are gone afterwards: what was read about one of them is not read again. */
  readonly deletes?: true
  /** Fields of the input that may name a private person: masked in the log of calls. */
  readonly persons?: readonly string[]
  /** What the call does, in a few English words, for the API page. */
  readonly summary: string
  /** `multipart`: one file in the field `file`, the rest of the form is the input. Otherwise form-encoded or JSON. */
  readonly body?: 'multipart'
  /** `binary` answers a file, `stream` server-sent events; otherwise the JSON envelope around `output`. */
  readonly reply?: 'binary' | 'stream'
  /** Failures of the catalogue that a caller should expect in addition to those of every endpoint. */
  readonly errors?: readonly ErrorName[]
  /** Calls per minute from one address, if lower than the general limit. */
  readonly perMinute?: number
  /** Processes any amount of data, so callers wait longer for it than for other calls. */
  readonly takesLong?: true
  /** Also available to a session that must choose a new password first. */
  readonly beforePasswordChange?: true
  /** Also available to a session that must set up two-step sign-in first; so is everything marked `beforePasswordChange`. */
  readonly beforeTwoStep?: true
  /** A write that can carry an id chosen by the caller (header `Idempotency-Key`, a UUID): if it is sent again, it gets the first answer. */
  readonly once?: true
  /** Also available to a kiosk session, which may make no other call: a read of the big screen, or what draws it. */
  readonly kiosk?: true
  /** Only for the account holder, not for somebody signed in as them by a ticket. */
  readonly inPerson?: true
  /**
   * Hands out a secret, or makes an account, a credential, a right or a receiver of data, which would outlast the key of a portal. Refused in
   * sessions that were opened with a key's ticket, because everything else in them ends with the key.
   */
  readonly lasting?: true
}

export type InputOf<E> = E extends Endpoint<infer I, TSchema> ? Static<I> : never
export type OutputOf<E> = E extends Endpoint<TObject, infer O> ? Static<O> : never
/** A row of the list returned by a feature's page call. */
export type RowOf<F extends { readonly page: unknown }> = OutputOf<F['page']> extends { list: (infer R)[] } ? R : never

/** Declares a call. A declaration without access does not compile. */
export const endpoint = <const A extends Access, I extends TObject, O extends TSchema>(
  entry: Endpoint<I, O, A>,
): Endpoint<I, O, A> => entry

/**
 * Declares calls about the same things: reads show them and writes change them, unless a call says otherwise. A POST that only reads
 * says what it `shows`. What can be imported shows imports, too.
 */
export const about = <const C extends Readonly<Record<string, Endpoint>>>(what: Thing | readonly Thing[], calls: C): C => {
  const own = [what].flat()
  const filled: readonly Thing[] = 'import' in calls ? ['import'] : []
  const declared = (call: Endpoint): Endpoint => {
    const { method, shows = method === 'GET' ? own : undefined, changes = own } = call
    return shows ? { ...call, shows: [...shows, ...filled] } : { ...call, changes }
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, declared(call)])) as C
}

/** Whether a person with `operations` may make the call. `signedIn` false: there is no session. */
export const mayCall = (
  { access, also }: Pick<Endpoint, 'access' | 'also'>,
  signedIn: boolean,
  operations: ReadonlySet<string>,
): boolean => {
  if (access === 'public') return true
  if (!signedIn || (also !== undefined && !operations.has(also))) return false
  if (access === 'session') return true
  return operationsIn(access).some((code) => operations.has(code))
}
