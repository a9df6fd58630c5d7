import { expect, test } from 'vitest'
import { testWorld } from '../../../testing/context.ts'
import { setAccountEnabled } from '../../people/account/account-access.verbs.ts'
import { announceGaps } from './announce-gaps.ts'
import { createTeam } from './duty-team.verbs.ts'
import { newPerson, twoShifts } from './duty.fixture.ts'

test('a roster that cannot be read does not keep the gaps of others from being announced', async () => {
  const world = await testWorld()
  try {
    const north = await world.ctxOf(world.accounts.northAdmin)
    const people = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben'), await newPerson(world, 'Cem')]
    const team = () => createTeam(north, twoShifts(people, world.clock.now().getTime()))
    const [broken, whole] = [await team(), await team()]
    for (const id of people) await setAccountEnabled(north, 'staff', { id, enabled: false })
    await world.db.updateTable('duty_team').set({ time_zone: 'Mars/Olympus' }).where('id', '=', broken.id).execute()
    await expect(announceGaps(world.systemCtx)).rejects.toThrow('time zone')
    const events = world.db.selectFrom('live_event').select('object_id').where('kind', '=', 'duty').where('change', '=', 'gap')
    expect(await events.execute()).toEqual([{ object_id: String(whole.id) }])
  } finally {
    await world.stop()
  }
})
