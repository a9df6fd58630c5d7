import { dayIn, type endpoints, type EnumValue, type InputOf, pageAddress } from '@emberwatch/contract'
import { announce } from '../../../platform/database/notifications.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { sendMessages, type MessageType } from '../../base/message/send-messages.ts'
import { administratorsOf } from '../../base/tenant/administrators.ts'
import type { StoredEndpoint } from './endpoint-secrets.ts'
import { pushChannel, pushesChanged } from './push-queue.ts'

type Calls = typeof endpoints.pushEndpoint

/** Stops pushing to an endpoint. What happens meanwhile waits until it is given up. */
export const pauseEndpoint = (ctx: Ctx, input: InputOf<Calls['pause']>): Promise<null> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    await updateRow(
      write,
      'push_endpoint',
      endpoint,
      { state: 'paused', pause_reason: 'manual' },
      { action: 'pushEndpoint.pause' },
    )
    return null
  })

/** Pushes again, at once, to an endpoint that was paused or disabled. */
export const resumeEndpoint = (ctx: Ctx, input: InputOf<Calls['resume']>): Promise<null> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    const changes = { state: 'active' as const, pause_reason: null, push_failures: 0, failing_since: null, down_until: null }
    await updateRow(write, 'push_endpoint', endpoint, changes, {
      action: 'pushEndpoint.resume',
      changes: { push_failures: null, failing_since: null, down_until: null },
    })
    await announce(write.systemDb, pushChannel)
    await pushesChanged(write.systemDb)
    return null
  })

/** The page of an endpoint. */

/** Tells the administrators of the endpoint's company. */
export const tellOwner = async (
  write: Write,
  endpoint: Pick<StoredEndpoint, 'id' | 'company_id' | 'name'>,
  type: MessageType,
  params: Readonly<Record<string, string>> = {},
  link: string | null = pageAddress('pushEndpointDetail', { id: endpoint.id }),
): Promise<void> => {
  const people = await administratorsOf(write.systemDb, [endpoint.company_id])
  const ids = people.map(({ id }) => id)
  await sendMessages(write, ids, type, { endpoint: endpoint.name, ...params }, link)
}

const stop = (
  ctx: Ctx,
  id: number,
  state: 'paused' | 'disabled',
  reason: EnumValue<'pushPauseReason'>,
  tell: (write: Write, endpoint: StoredEndpoint) => Promise<void>,
): Promise<void> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', { id })
    await updateRow(
      write,
      'push_endpoint',
      endpoint,
      { state, pause_reason: reason },
      { action: state === 'paused' ? 'pushEndpoint.pause' : 'pushEndpoint.switchOff' },
    )
    await tell(write, endpoint)
  })

/** The endpoint says that its address no longer exists. */
export const pauseGone = (ctx: Ctx, id: number): Promise<void> =>
  stop(ctx, id, 'paused', 'gone', (write, endpoint) => tellOwner(write, endpoint, 'pushGone'))

/** It has only failed for days. */
export const disableFailing = (ctx: Ctx, id: number, since: string): Promise<void> =>
  stop(ctx, id, 'disabled', 'failing', async (write, endpoint) => {
    const { time_zone: zone } = await write.systemDb
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', endpoint.company_id)
      .executeTakeFirstOrThrow()
    await tellOwner(write, endpoint, 'pushDisabled', { since: dayIn(new Date(since), zone), error: endpoint.push_error ?? '—' })
  })
