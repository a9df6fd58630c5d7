import type { TInteger, TObject, TSchema } from 'typebox'
import { about, endpoint, operationsIn, type Access, type Endpoint, type KeyAccess } from '../../../kernel/endpoint.ts'
import type { ErrorName } from '../../../errors.ts'
import { id, input, nothing, options, pageOf, ref, rowId, Type, type Entity } from '../../../kernel/schema.ts'
import type { Thing } from '../../../things.ts'
import { wireWord, type WireWord } from '../../../kernel/wire-words.ts'
import { exportInput, exportStarted } from './file.schema.ts'
import { importInput, importResult, importTemplateInput } from './import.schema.ts'

/** What every standard call can declare in addition to its schemas. */
interface More {
  /** Replaces the default summary. */
  readonly summary?: string
  /** Errors in addition to the default ones of this call. */
  readonly errors?: readonly ErrorName[]
  readonly lasting?: true
  /** Of a read, instead of what its feature is `about`. */
  readonly shows?: readonly Thing[]
}

/** The standard calls of a feature: those that it names. */
export interface StandardDeclaration {
  /** What `id` refers to. */
  readonly entity: Entity
  /** What these calls show and change, if they are all that the feature has. Otherwise `about` says it of all. */
  readonly about?: Thing
  /** Singular and plural with article, for the API page: `['a customer', 'customers']`. */
  readonly words: readonly [one: string, many: string]
  /** Path below /api. Default: `web/<name>`. */
  readonly path?: string
  /** Fields that may name a private person, in any input: masked in the API log. */
  readonly persons?: readonly string[]
  readonly page?: More & { readonly input: TObject; readonly row: TSchema }
  readonly detail?: More & { readonly row: TSchema }
  readonly select?: More & { readonly input: TObject }
  readonly create?: More & { readonly input: TObject; readonly output?: TSchema }
  readonly update?: More & { readonly input: TObject }
  readonly remove?: More
  readonly setEnabled?: More & { readonly input?: TObject }
  /** Requires `page`, whose filters it takes. */
  readonly export?: More & { readonly operation?: 'view' }
  readonly import?: More
}

const callNames = ['page', 'detail', 'select', 'create', 'update', 'remove', 'setEnabled', 'export'] as const
type CallName = (typeof callNames)[number]

type Identified = TObject<{ id: TInteger }>
type Switched = TObject<{ id: TInteger; enabled: ReturnType<typeof Type.Boolean> }>

type InputIn<Of> = Of extends { readonly input: infer I extends TObject } ? I : never
type ExportInput<I> = I extends TObject<infer P> ? ReturnType<typeof exportInput<P>> : never

type InputOfCall<D extends StandardDeclaration, V extends CallName> = V extends 'detail' | 'remove'
  ? Identified
  : V extends 'export'
    ? ExportInput<InputIn<D['page']>>
    : V extends 'setEnabled'
      ? D['setEnabled'] extends { readonly input: infer I extends TObject }
        ? I
        : Switched
      : InputIn<D[V]>

type OutputOfCall<D extends StandardDeclaration, V extends CallName> = V extends 'page'
  ? D['page'] extends { readonly row: infer R extends TSchema }
    ? ReturnType<typeof pageOf<R>>
    : never
  : V extends 'detail'
    ? D['detail'] extends { readonly row: infer R extends TSchema }
      ? R
      : never
    : V extends 'select'
      ? typeof options
      : V extends 'create'
        ? D['create'] extends { readonly output: infer O extends TSchema }
          ? O
          : typeof rowId
        : V extends 'update'
          ? typeof rowId
          : V extends 'export'
            ? typeof exportStarted
            : typeof nothing

type AccessOfCall<N extends string, D extends StandardDeclaration, V extends CallName> = V extends 'select'
  ? 'session'
  : V extends 'page' | 'detail'
    ? `${N}:view`
    : V extends 'export'
      ? `${N}:${D['export'] extends { readonly operation: infer Name extends string } ? Name : 'export'}`
      : `${N}:${WireWord<V>}`

/** The calls of an import, for any feature. */
export interface ImportCalls<N extends string> {
  readonly importTemplate: Endpoint<typeof importTemplateInput, ReturnType<typeof Type.Any>, `${N}:import`>
  readonly import: Endpoint<typeof importInput, typeof importStarted, `${N}:import`>
  readonly importResult: Endpoint<typeof importOf, typeof importResult, `${N}:import`>
}

export type StandardCalls<N extends string, D extends StandardDeclaration> = {
  readonly [V in keyof D & CallName]: Endpoint<InputOfCall<D, V>, OutputOfCall<D, V>, AccessOfCall<N, D, V>> & {
    readonly entity: D['entity']
  }
} & ('import' extends keyof D ? ImportCalls<N> : unknown)

const importStarted = Type.Object({ importId: id() })
const importOf = input({ id: id() })

/** The definition of each standard call, apart from what the feature declares. Operations are named after the call; reading is `view`. */
const shapes = {
  page: { method: 'GET', operation: 'view', errors: [] },
  detail: { method: 'GET', operation: 'view', errors: [] },
  select: { method: 'GET', operation: undefined, errors: [] },
  create: { method: 'POST', operation: 'create', errors: [] },
  update: { method: 'POST', operation: 'update', errors: ['staleVersion'] },
  remove: { method: 'POST', operation: 'del', errors: [] },
  setEnabled: { method: 'POST', operation: 'forbidden', errors: [] },
  export: { method: 'GET', operation: 'export', errors: [] },
} as const satisfies Record<CallName, { method: 'GET' | 'POST'; operation: string | undefined; errors: readonly ErrorName[] }>

const summaryOf = (call: CallName, [one, many]: StandardDeclaration['words']): string =>
  ({
    page: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
    detail: `Show ${one}`,
    select: `Enabled ${many} for a drop-down`,
    create: `Create ${one}`,
    update: `Edit ${one}`,
    remove: `Delete ${one}`,
    setEnabled: `Enable or disable ${one}`,
    export: `Export the filtered ${many}`,
  })[call]

const schemasOf = (call: CallName, declaration: StandardDeclaration): { input: TObject; output: TSchema } => {
  const { page, detail, select, create, update, setEnabled, entity } = declaration
  const one = input({ id: ref(entity) })
  const none = input({})
  switch (call) {
    case 'page':
      return { input: page?.input ?? none, output: pageOf(page?.row ?? nothing) }
    case 'detail':
      return { input: one, output: detail?.row ?? nothing }
    case 'select':
      return { input: select?.input ?? none, output: options }
    case 'create':
      return { input: create?.input ?? none, output: create?.output ?? rowId }
    case 'update':
      return { input: update?.input ?? none, output: rowId }
    case 'remove':
      return { input: one, output: nothing }
    case 'setEnabled':
      return { input: setEnabled?.input ?? input({ id: ref(entity), enabled: Type.Boolean() }), output: nothing }
    case 'export':
      return { input: exportInput(page?.input ?? none), output: exportStarted }
  }
}

const importCalls = (name: string, path: string, many: string, { lasting }: More) => {
  const access: Access = `${name}:import`
  return {
    importTemplate: endpoint({
      method: 'GET',
      path: `${path}/import/template`,
      access,
      reply: 'binary',
      input: importTemplateInput,
      output: Type.Any(),
      summary: `Template for importing ${many}`,
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      access,
      input: importInput,
      output: importStarted,
      summary: `Import ${many} from an uploaded file; a job`,
      takesLong: true,
      errors: ['importUnreadable', 'tooManyRequests'],
      ...(lasting ? { lasting } : {}),
    }),
    importResult: endpoint({
      method: 'GET',
      path: `${path}/import/result`,
      access,
      input: importOf,
      output: importResult,
      summary: 'Progress and per-row result of the caller’s import',
    }),
  }
}

/**
 * The calls that nearly every list has, from one declaration: those named among page, detail, select, create, update, remove,
 * setEnabled, export and import. Paths and operation codes (`<name>:view`, `<name>:create` and so on) have the words of the specification
 * (wire-words.ts); the menu's operations (`operationsOf`) and the audit log's actions (`auditedActions`) follow. Special calls are an `endpoint()` next to them.
 */
export const standardCalls = <const N extends string, const D extends StandardDeclaration>(
  name: N,
  declaration: D,
): StandardCalls<N, D> => {
  const { path = `web/${name}`, entity, words, persons = [] } = declaration
  const calls = callNames.flatMap((call) => {
    const own: (More & { readonly operation?: string }) | undefined = declaration[call]
    if (own === undefined) return []
    const { method, operation, errors } = shapes[call]
    const { input: accepted, output } = schemasOf(call, declaration)
    const naming = persons.filter((field) => field in accepted.properties)
    const entry: Endpoint = {
      method,
      path: `${path}/${wireWord(call)}`,
      access: operation === undefined ? 'session' : `${name}:${own.operation ?? operation}`,
      entity,
      input: accepted,
      output,
      summary: own.summary ?? summaryOf(call, words),
      errors: [...errors, ...(own.errors ?? [])],
      ...(naming.length > 0 ? { persons: naming } : {}),
      ...(own.lasting ? { lasting: own.lasting } : {}),
      ...(own.shows ? { shows: own.shows } : {}),
      ...(call === 'remove' ? { deletes: true } : {}),
    }
    return [[call, entry] as const]
  })
  const imports = declaration.import ? importCalls(name, path, words[1], declaration.import) : {}
  const all: Record<string, Endpoint> = { ...Object.fromEntries(calls), ...imports }
  // Built from the same declaration that the type is computed from.
  return (declaration.about ? about(declaration.about, all) : all) as unknown as StandardCalls<N, D>
}

type CodesOf<A> = A extends readonly (infer One)[] ? One : A
/** The operation codes that a feature's calls require. */
export type OperationsOf<Calls> = Exclude<
  { [K in keyof Calls]: Calls[K] extends { readonly access: infer A } ? CodesOf<A> : never }[keyof Calls],
  'public' | 'session' | KeyAccess
>

/** The operation codes of a feature's calls, in the order of the calls: what its menu entry offers. */
export const operationsOf = <C extends Readonly<Record<string, Endpoint>>>(calls: C): readonly OperationsOf<C>[] => {
  const codes = Object.values(calls).flatMap(({ access }) => operationsIn(access))
  return [...new Set(codes)] as OperationsOf<C>[]
}

/** What standard calls write to the audit log. */
const audited = ['create', 'remove', 'export', 'setEnabled', 'import', 'update'] as const

/** The actions of the audit log that follow from a feature's calls. */
export type AuditedAction<Calls> =
  | WireWord<Extract<keyof Calls, (typeof audited)[number]>>
  | ('import' extends keyof Calls ? 'import.finish' : never)

export const auditedActions = (calls: Readonly<Record<string, Endpoint>>): readonly string[] =>
  audited.filter((call) => call in calls).flatMap((call) => (call === 'import' ? [call, 'import.finish'] : [wireWord(call)]))

/** The entities that a feature's standard calls are about. */
export type EntityOf<Calls> = {
  [K in keyof Calls]: Calls[K] extends { readonly entity: infer E extends string } ? E : never
}[keyof Calls]
