import { expect, test } from 'vitest'
import { testWorld } from '../../../testing/context.ts'
import { addSite } from '../../alarms/alarm/alarm.fixture.ts'
import { createProjectPush } from '../project-push/project-push.verbs.ts'
import { addEndpoint, alarmEvent, emit, hang, pushesOf, soon, startPushing, startReceiver } from './push.fixture.ts'

test('a process that ends while an endpoint hangs gives its claims back and holds nothing up', async () => {
  const world = await testWorld()
  const receiver = await startReceiver(hang)
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const site = await addSite(world.db, world.companies.north)
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  await createProjectPush(siter, { projectId: site.project, endpointId: id, delayS: 0 })
  const pushing = await startPushing(world)
  await emit(world, [alarmEvent(site, 1)])
  await soon(() => expect(receiver.got).toHaveLength(1))
  let turns = 0
  const turning = setInterval(() => turns++, 50)
  const began = performance.now()
  await pushing.stop()
  clearInterval(turning)
  expect(performance.now() - began).toBeLessThan(8_000)
  // Others were served meanwhile.
  expect(turns).toBeGreaterThan(5)
  expect(await pushesOf(world, id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  await receiver.stop()
  await world.stop()
})
