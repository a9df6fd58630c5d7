import {
  decide,
  DomainError,
  type AuditAction,
  type ProjectFacts,
  type StateGraph,
  projectStates,
  type endpoints,
  type InputOf,
  projectServiceStates,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { type Selectable, type Updateable, sql } from 'kysely'
import { assertStaff } from '../../base/access/access.rules.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'
import { emitProject } from './project.events.ts'
import { factsOf } from './project.facts.ts'
import { stateWord, throwPrecondition, throwWrongState, type GraphField } from './project.rules.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'

export type StoredProject = Selectable<ProjectTable>
/** An action of one of a project's state graphs, and what it writes besides the state. */
interface ProjectTransition<State extends string, Why extends ReasonName> {
  readonly graph: StateGraph<State, ProjectFacts, Why>
  /** The column that the graph is about. For `stopped`, the states are called running and stopped. */
  readonly field: GraphField
  readonly action: string
  readonly verb: AuditAction | ((project: StoredProject) => AuditAction)
  readonly changes: (write: Write, project: StoredProject) => Promise<Updateable<ProjectTable>> | Updateable<ProjectTable>
  readonly after?: (write: Write, project: StoredProject) => Promise<void>
}

const stateIn = (project: StoredProject, field: GraphField): string =>
  field === 'stopped' ? (project.stopped ? 'stopped' : 'running') : project[field]

/**
 * Performs one transition of a project: lock → state graph → change, audit row, live event. Of two at once, the second waits and then finds
 * the state that the first has set.
 * @throws notFound, noAccess, wrongState (naming who was first), precondition with the reason
 */
export const transitionProject = <State extends string, Why extends ReasonName>(
  ctx: Ctx,
  id: number,
  { graph, field, action, verb, changes, after }: ProjectTransition<State, Why>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockRow(write, 'project', { id })
    const facts = await factsOf(write.systemDb, ctx.actor, project, write.at)
    const verdict = decide(graph, action, stateIn(project, field) as State, facts, ctx.actor)
    if (!verdict.allowed) {
      if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
      if (verdict.reason === 'wrongState') await throwWrongState(write, id, stateWord(ctx, project)[field])
      throwPrecondition(ctx, verdict.reason as Why)
    } else {
      const to = field === 'stopped' ? verdict.to === 'stopped' : verdict.to
      const bookkeeping = { applied_at: null, applied_by: null, applied_for: null, applicant_path: null }
      const written = { [field]: to, ...(await changes(write, project)) }
      await updateRow(write, 'project', project, written, {
        action: typeof verb === 'string' ? verb : verb(project),
        changes: bookkeeping,
      })
      await after?.(write, project)
      emitProject(write, project, action)
    }
    return { id }
  })

/**
 * Starts the installation of a project, within the write that receives its first installation order or binds its first device. A project
 * that is not approved, or has already started, stays as it is. Returns whether it was started.
 */
export const startProject = async (write: Write, projectId: number): Promise<boolean> => {
  // Not scoped: an engineer or a gateway's owner need not see the whole project. What led here was found in their scope.
  const project = await write.systemDb
    .selectFrom('project')
    .selectAll()
    .where('id', '=', projectId)
    .where('status', '=', 'uninstall')
    .where('audit', '=', 'approved')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return false
  await updateRow(write, 'project', project, { status: 'installing' }, { action: 'project.start' })
  emitProject(write, project, 'start')
  return true
}

/** A number of calendar years from now, at the same local time in the project's time zone. */
const dueAfter = async (write: Write, { maintenance_years, time_zone }: StoredProject): Promise<string> => {
  const { due } = await write.systemDb
    .selectNoFrom(
      sql<string>`((${write.at}::timestamptz at time zone ${time_zone}::text) + ${maintenance_years}::integer * interval '1 year')
        at time zone ${time_zone}::text`.as('due'),
    )
    .executeTakeFirstOrThrow()
  return due
}

/** Completes the installation. Maintenance begins, and with it the plans of inspection and maintenance. */
export const completeProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.complete>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectStates,
    field: 'status',
    action: 'complete',
    verb: 'project.complete',
    changes: async (write, project) => ({
      due_at: await dueAfter(write, project),
      maintained_since: write.at.toISOString(),
    }),
  })

/** Reopens the installation. The plans pause until it is completed again. */
export const uncompleteProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.uncomplete>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectStates,
    field: 'status',
    action: 'uncomplete',
    verb: 'project.uncomplete',
    changes: () => ({ due_at: null, maintained_since: null }),
  })

/** Stops the service of a project: every alarm is still stored and shown, but nobody is notified. */
export const stopProject = (ctx: Ctx, { id, reason }: InputOf<typeof endpoints.project.stop>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectServiceStates,
    field: 'stopped',
    action: 'stop',
    verb: 'project.stop',
    changes: () => ({ stopped_reason: reason }),
  })

/** Resumes the service of a stopped project. */
export const resumeProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.resume>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectServiceStates,
    field: 'stopped',
    action: 'resume',
    verb: 'project.resume',
    changes: () => ({ stopped_reason: null }),
  })

/** Extends the maintenance to a time in the future, even after it has expired. */
export const renewProject = (ctx: Ctx, { id, dueAt }: InputOf<typeof endpoints.project.renew>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectStates,
    field: 'status',
    action: 'renew',
    verb: 'project.renew',
    changes: (write) => {
      assertFuture(ctx, 'dueAt', dueAt, write.at)
      return { due_at: dueAt }
    },
  })
