import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorName } from './errors.ts'

/** What an operation code looks like. That a call's code exists is tested: the menu takes its codes from the calls, so it cannot type them. */
export type OperationLike = `${string}:${string}`

/** Who may call: anybody, anybody signed in, or holders of one of the operation codes. */
export type Access = 'public' | 'session' | OperationLike | readonly OperationLike[]

/** One call of the product, as data. Route, validation, access check, typed client, OpenAPI, and the generated tests come from it. */
export interface Endpoint<I extends TObject = TObject, O extends TSchema = TSchema, A extends Access = Access> {
  readonly method: 'GET' | 'POST'
  /** Path under /api, as the specification writes it. */
  readonly path: string
  readonly access: A
  /** An operation that is needed besides: the call shows rows of another page as well. */
  readonly also?: OperationLike
  readonly input: I
  readonly output: O
  /** Of a standard call: the entity that its rows are. */
  readonly entity?: string
  /** Fields of the input that may name a private person: masked in the log of calls. */
  readonly persons?: readonly string[]
  /** What the call does, in a few English words, for the API page. */
  readonly summary: string
  /** `multipart`: one file in the field `file`, the rest of the form is the input. Otherwise form-encoded or JSON. */
  readonly body?: 'multipart'
  /** `binary` answers a file, `stream` server-sent events; otherwise the JSON envelope around `output`. */
  readonly reply?: 'binary' | 'stream'
  /** Failures of the catalogue that a caller should expect besides those every endpoint has. */
  readonly errors?: readonly ErrorName[]
  /** Calls a minute from one address, where the general limit is too generous. */
  readonly perMinute?: number
  /** Works through any amount of data, so it may take longer than other calls are waited for. */
  readonly takesLong?: true
  /** Still answers a session that must choose a new password first. */
  readonly beforePasswordChange?: true
  /** Still answers a session that must set up its second step first; so does all that `beforePasswordChange` marks. */
  readonly beforeTwoStep?: true
  /** A write that the caller may give an id of its own (header `Idempotency-Key`, a UUID): sent again, it is answered as the first time. */
  readonly once?: true
  /** Only the account's own holder may call it, not somebody who signed in as them by a ticket. */
  readonly inPerson?: true
}

export type InputOf<E> = E extends Endpoint<infer I, TSchema> ? Static<I> : never
export type OutputOf<E> = E extends Endpoint<TObject, infer O> ? Static<O> : never
/** A row of the list that a feature's page call answers. */
export type RowOf<F extends { readonly page: unknown }> = OutputOf<F['page']> extends { list: (infer R)[] } ? R : never

/** Declares a call. A declaration without access does not compile. */
export const endpoint = <const A extends Access, I extends TObject, O extends TSchema>(
  entry: Endpoint<I, O, A>,
): Endpoint<I, O, A> => entry

/** May a caller holding `operations` make the call? `signedIn` false stands for no session. */
export const mayCall = (
  { access, also }: Pick<Endpoint, 'access' | 'also'>,
  signedIn: boolean,
  operations: ReadonlySet<string>,
): boolean => {
  if (access === 'public') return true
  if (!signedIn || (also !== undefined && !operations.has(also))) return false
  if (access === 'session') return true
  const codes: readonly string[] = typeof access === 'string' ? [access] : access
  return codes.some((code) => operations.has(code))
}
