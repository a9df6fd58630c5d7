import { limits, type ActorFacts, type Endpoint, type EnumValue, type Language } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { Config } from '../config.ts'
import type { Scope } from './database/scope.ts'
import type { FileStore } from './files.ts'
import type { Jobs } from './jobs.ts'

/** The key of the open platform with which a partner's program calls. */
export interface KeyFacts {
  readonly id: number
  readonly rights: ReadonlySet<EnumValue<'openRight'>>
  /** Who was shown the secret that it calls with. */
  readonly holderId: number | null
  /** Who granted `ticket:issue`. */
  readonly ticketGranterId: number | null
  /** Since when it sees what it sees now. */
  readonly scopeSince: string
}

/** Who acts. For the system itself, and for a key, `accountId` is null. */
export interface Actor extends ActorFacts {
  readonly name: string
  readonly companyPath: string
  readonly customerId: number | null
  /** The highest level among the actor's roles: 1 is the highest, 0 is the system. */
  readonly level: number
  readonly mustChangePassword: boolean
  /** A role requires the second factor, which is not set up yet. */
  readonly mustSetUpTwoStep: boolean
  readonly sessionHash: Buffer | null
  /** The account that signed in as this one with a ticket; `byKey`: a partner's portal did, on its behalf. Null for the account's own holder. */
  readonly issuer: { readonly accountId: number; readonly name: string; readonly byKey?: true } | null
  /** A wall that runs with a kiosk link: it has no account, and may only make the calls that the contract marks `kiosk`. */
  readonly kiosk?: { readonly linkId: number; readonly name: string; readonly validUntil: string }
  /** Set for a program that calls with a key: it is nobody's session. */
  readonly key?: KeyFacts
}

/** Where a request came from. */
export interface Origin {
  readonly ip: string | null
  readonly traceId: string
  readonly userAgent: string | null
  /** The host name that the browser requested. */
  readonly host: string | null
  /** The caller's time zone, as the browser names it. */
  readonly timeZone?: string | string[] | undefined
}

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** What a verb needs to do its work. Passed explicitly. */
export interface Ctx {
  readonly actor: Actor
  readonly scope: Scope
  /** Reads and writes only within the actor's scope. */
  readonly db: Kysely<Tables>
  /** Not scoped: for the platform and for verbs of the system. A verb that serves a person must say why it uses it. */
  readonly systemDb: Kysely<Tables>
  readonly clock: Clock
  readonly locale: Language
  readonly origin: Origin
  /** What the call that is being answered asks of its caller, for what is done on their behalf later. */
  readonly call?: Pick<Endpoint, 'access' | 'also'>
  readonly config: Config
  readonly files: FileStore
  readonly jobs: Jobs
  /** The open write that this call is part of. `joining` sets it, and only `transact` reads it. */
  readonly openWrite?: unknown
}

const noPerson = {
  accountId: null,
  companyId: null,
  companyPath: '',
  customerId: null,
  mustChangePassword: false,
  mustSetUpTwoStep: false,
  sessionHash: null,
  issuer: null,
} as const

/** The program itself: ingest, jobs, seeds. */
export const systemActor: Actor = { ...noPerson, accountType: 'system', name: 'system', level: 0, operations: new Set() }

/** A caller without a session. */
export const unauthenticated: Actor = { ...noPerson, accountType: 'unauthenticated', name: '', level: 99, operations: new Set() }

export const systemOrigin: Origin = { ip: null, traceId: 'system', userAgent: null, host: null }

/** The context in which the program itself acts. */
export const systemContext = ({ systemDb, ...rest }: Pick<Ctx, 'systemDb' | 'clock' | 'config' | 'files' | 'jobs'>): Ctx => ({
  ...rest,
  actor: systemActor,
  scope: { kind: 'system' },
  db: systemDb,
  systemDb,
  locale: limits.defaultLanguage,
  origin: systemOrigin,
})
