import { expect, test } from 'vitest'
import { testWorld } from '../../../testing/context.ts'
import { afterCrashesWith } from '../../../testing/crashes.ts'
import { queue, reached, recordOf, startDispatcher } from './notify-provider.fixture.ts'

test('a message that crashes the program fails, says why, and is not claimed again; the others are sent', async () => {
  const world = await testWorld()
  const key = await queue(world, 'sms', { fire: true })
  const { id } = await recordOf(world, key)
  const dispatcher = await startDispatcher(world, async () => undefined, 2_000, await afterCrashesWith(`message ${id}`))
  try {
    expect(await reached(world, key, 'failed')).toMatchObject({
      failure: expect.stringContaining('died'),
      failure_kind: 'notWorking',
      attempts: 1,
    })
    // There is no provider, which is why the others fail.
    expect(await reached(world, await queue(world, 'sms'), 'failed')).toMatchObject({ failure: 'noProvider' })
  } finally {
    await dispatcher.stop()
    await world.stop()
  }
})
