import { createHash } from 'node:crypto'
import { thingFacts, type LiveKind } from '@emberwatch/contract'
import { isBelow, type Scope, type ScopePart } from './database/scope.ts'
import type { StoredEvent } from './live-events.ts'
import { peopleOfObjects } from '../tables/reach.ts'

/** The viewer of a stream, as far as it determines what they see. */
export interface Viewer {
  readonly scope: Scope
  readonly accountId: number
  readonly companyPath: string
  /** The devices bound to an ordinary user. */
  readonly devices: ReadonlySet<number>
  /** The projects of staff with a narrow data scope. */
  readonly projects: ReadonlySet<number>
  /** Kinds that the account may not watch, in a fixed order. */
  readonly hidden: readonly LiveKind[]
  /** A wall: it learns that something changed, and of a new alarm what and where, but no name of a person. */
  readonly kiosk?: true
}

const listOf = (ids: ReadonlySet<number>): string => [...ids].sort((a, b) => a - b).join()

/** The part of the scope that decides about events. Viewers with the same result see the same events, apart from those for a single account. */
const viewOf = ({ scope, companyPath, accountId, devices, projects }: Viewer): string => {
  switch (scope.kind) {
    case 'company':
      const joined = scope.joined ? ` joined ${listOf(new Set(scope.joined.map(({ id }) => id)))}` : ''
      // What belongs to one person is nobody else's, so each such viewer forms a group of their own.
      if (scope.only !== undefined)
        return `${scope.only === 'own' ? `own of ${accountId}` : 'projects'} in ${companyPath}: ${listOf(projects)}${joined}`
      if (scope.ownPath !== undefined) return `own ${scope.ownPath}${joined}`
      return scope.depth === 1 ? 'all' : `branch ${companyPath}${joined}`
    case 'customer':
      return `customer ${scope.customerId}`
    case 'user':
      return `user ${accountId} ${listOf(devices)}`
    default:
      return scope.kind
  }
}

const scopePartOf = ({ scope }: Viewer): ScopePart | undefined => ('part' in scope ? scope.part : undefined)

const partOf = (viewer: Viewer): string => {
  const part = scopePartOf(viewer)
  return part ? ` within ${JSON.stringify(part)}` : ''
}

/** Viewers of the same audience get the same frames. */
export const audienceOf = (viewer: Viewer): string =>
  `${viewOf(viewer)}${partOf(viewer)} without ${viewer.hidden.join()}${viewer.kiosk ? ' on a wall' : ''}`

/** A short hash of an audience for the cursor of a console: one that returns with a different audience has to reread everything. */
export const audienceTag = (viewer: Viewer): string => createHash('sha256').update(audienceOf(viewer)).digest('hex').slice(0, 12)

/** Whether an event lies within the scope of a viewer. */
const inScope = (event: StoredEvent, viewer: Viewer): boolean => {
  const { scope, companyPath, devices, projects, accountId } = viewer
  const part = scopePartOf(viewer)
  // A session is narrowed to a project, if at all; a province is only asked about in single calls.
  if (part && !('project' in part && event.project_id === part.project)) return false
  switch (scope.kind) {
    case 'system':
      return true
    case 'company':
      const isJoined = scope.joined?.some(({ id }) => id === event.project_id) ?? false
      if (scope.only !== undefined) {
        // Staff with a narrow data scope see only their own part of what the company has joined, too.
        if (!isJoined && !isBelow(event.path, companyPath)) return false
        // Without a list of people, nobody is on it.
        if (scope.only === 'own' && event.kind in peopleOfObjects) return event.people?.includes(accountId) ?? false
        return event.project_id !== null && projects.has(event.project_id)
      }
      if (isJoined) return true
      if (scope.ownPath !== undefined) return event.path === scope.ownPath
      return scope.depth === 1 || isBelow(event.path, companyPath)
    case 'customer':
      return event.customer_id === scope.customerId
    case 'user':
      return event.device_id !== null && devices.has(event.device_id)
    default:
      return false
  }
}

/** Whether an event is sent before all others. */
export const isUrgent = ({ kind, change }: StoredEvent): boolean => thingFacts[kind]?.urgent?.includes(change) ?? false

/** The part of an event's data that a viewer gets. */
export const dataFor = (event: StoredEvent, { kiosk }: Viewer): StoredEvent['data'] =>
  kiosk && !isUrgent(event) ? {} : event.data

export const isVisible = (event: StoredEvent, viewer: Viewer): boolean => {
  // It lists sessions that ended. The hub handles it at once and sends it to nobody.
  if (event.kind === 'session' || viewer.hidden.includes(event.kind)) return false
  return event.account_id === null ? inScope(event, viewer) : event.account_id === viewer.accountId
}
