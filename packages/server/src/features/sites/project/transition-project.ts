import { decide, DomainError, type AuditAction, type ProjectFacts, type StateGraph } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Selectable, Updateable } from 'kysely'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'
import { emitProject } from './project.events.ts'
import { factsOf } from './project.facts.ts'
import { stateWord, throwPrecondition, throwWrongState, type GraphField } from './project.rules.ts'

export type StoredProject = Selectable<ProjectTable>
type Reason = keyof SharedTexts['reasons']

/** An action of one of a project's state graphs, and what it writes besides the state. */
interface ProjectTransition<State extends string, Why extends Reason> {
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
export const transitionProject = <State extends string, Why extends Reason>(
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
