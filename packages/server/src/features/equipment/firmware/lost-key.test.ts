import { expect, onTestFinished, test } from 'vitest'
import { worldPassword } from '../../../testing/context.ts'
import { upgradeWorld } from '../upgrade/upgrade-tasks.fixture.ts'
import { listKeys } from './firmware-key.reads.ts'
import { makeKey, rotateKey } from './firmware-key.verbs.ts'

test('a key that was lost with that of the data directory is replaced by a new first one, which signs everything released', async () => {
  // Its key cannot be opened by this data directory.
  const { world, edition } = await upgradeWorld()
  onTestFinished(() => world.stop())
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const password = { password: worldPassword }
  const [lost] = await listKeys(siter)
  expect(lost).toMatchObject({ usable: false, retiredAt: null })
  await expect(rotateKey(siter, password)).rejects.toMatchObject({ reason: 'precondition' })
  const { id } = await makeKey(siter, password)
  const keys = await listKeys(siter)
  expect(keys).toMatchObject([
    { id, usable: true, previousId: null, retiredAt: null },
    { id: lost?.id, usable: false, retiredAt: expect.any(String) },
  ])
  const row = await world.db.selectFrom('firmware_edition').select('key_id').where('id', '=', edition).executeTakeFirstOrThrow()
  expect(row.key_id).toBe(id)
  const audits = await world.db.selectFrom('audit_log').select('action').where('object_kind', '=', 'firmware_key').execute()
  expect(audits.map(({ action }) => action)).toEqual(['firmwareKey.create'])
  // A usable key is not replaced.
  await expect(makeKey(siter, password)).rejects.toMatchObject({ reason: 'precondition' })
})
