import type { LiveKind, uploadPurposes } from '@emberwatch/contract'
import type { Logger } from 'pino'
import type { Ctx } from './context.ts'
import type { ExportDefinitions } from './exports.ts'
import type { Health } from './health.ts'
import type { Binding } from './http/binding.ts'
import type { ImportDefinitions } from './imports/definition.ts'
import type { JobDefinition } from './jobs.ts'
import type { LiveHub } from './live-hub.ts'
import type { RegisterHttp, Service, ServiceParts } from './service.ts'

/** Raises a test alarm at a place, in the name of a person. Answers its id; null: no alarm type is left for it. */
export type RaiseTestAlarm = (test: {
  readonly owner: {
    readonly companyId: number
    readonly path: string
    readonly customerId: number | null
    readonly projectId: number | null
    readonly projectName: string | null
    readonly timeZone: string
  }
  readonly gateway: { readonly id: number; readonly code: string; readonly name: string } | null
  readonly device: {
    readonly id: number
    readonly code: string
    readonly name: string
    readonly roomNumber: string | null
  } | null
  readonly by: number
}) => Promise<number | null>

/** What routes may need besides the context of a call. */
export interface RouteServices {
  readonly hub: LiveHub
  readonly health: Health
  readonly raiseTestAlarm: RaiseTestAlarm
}

/** What jobs work with. */
export interface JobServices {
  readonly systemCtx: Ctx
  readonly exports: ExportDefinitions
  readonly imports: ImportDefinitions
  readonly log: Logger
}

/**
 * Everything the program takes from a feature: `features/<district>/<name>/feature.ts`. The program is the list of features (features.ts). A test
 * checks that nothing is missing (features.test.ts). The facts of its tables (owner, scope, deletion) are data in tables/.
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string
  readonly routes?: (services: RouteServices) => readonly Binding[]
  /** Lists that can be exported and imported, by the names that their verbs pass. */
  readonly exports?: ExportDefinitions
  readonly imports?: ImportDefinitions
  readonly jobs?: (services: JobServices) => readonly JobDefinition[]
  /** What runs beside calls and jobs. */
  readonly services?: (parts: ServiceParts) => readonly Service[]
  readonly http?: RegisterHttp
  /** Live events that it emits. */
  readonly liveKinds?: readonly LiveKind[]
  /** Uploads that it takes into its rows. */
  readonly uploads?: readonly (typeof uploadPurposes)[number][]
}
