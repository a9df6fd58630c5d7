import { projectStates, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { transitionProject, type StoredProject } from './transition-project.ts'

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
