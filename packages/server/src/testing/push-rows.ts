import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

interface Of {
  readonly mark: string
  readonly project: number
}

/** An endpoint of a third party with one project push and one push: paused and ended, so that nothing is pushed. */
export const addPushRows = async (
  db: Kysely<Tables>,
  owner: { readonly id: number; readonly path: string },
  { mark, project }: Of,
): Promise<{ push_endpoint: number; project_push: number; push_delivery: number }> => {
  const owned = { company_id: owner.id, path: owner.path }
  const now = new Date()
  const endpoint = await db
    .insertInto('push_endpoint')
    .values({
      ...owned,
      code: `EP${mark}`,
      name: `endpoint ${mark}`,
      push_way: 'http',
      url: 'https://example.com/push',
      state: 'paused',
      pause_reason: 'manual',
      event_types: ['alarm.raised'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const push = await db
    .insertInto('project_push')
    .values({
      ...owned,
      endpoint_id: endpoint.id,
      project_id: project,
      project_name: `project ${mark}`,
      since_event: 0,
      state: 'ended',
      end_reason: 'projectLeft',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await db
    .insertInto('push_delivery')
    .values({
      endpoint_id: endpoint.id,
      event_id: randomUUID(),
      push_event: 'alarm.raised',
      pushed_object: 'alarm:1',
      occurred_at: now,
      request: '{}',
      state: 'delivered',
      due_at: now,
      give_up_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { push_endpoint: endpoint.id, project_push: push.id, push_delivery: delivery.id }
}
