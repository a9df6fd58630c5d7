import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { endpoints, InputOf } from '@emberwatch/contract'
import { createVersion } from '../src/features/people/app-version/app-version.verbs.ts'
import { publishVersion } from '../src/features/people/app-version/app-version-release.verbs.ts'
import { upload } from '../src/features/base/file/file.verbs.ts'
import { storeFirstKey } from '../src/features/equipment/firmware/firmware-key.verbs.ts'
import { releaseEdition } from '../src/features/equipment/firmware/firmware.verbs.ts'
import { saveEdition } from '../src/features/equipment/firmware/save-edition.ts'
import { enableTask } from '../src/features/equipment/upgrade/upgrade-task-start.verbs.ts'
import { saveTask } from '../src/features/equipment/upgrade/upgrade-task.verbs.ts'
import type { Ctx } from '../src/platform/context.ts'
import { transact } from '../src/platform/transact.ts'
import { as } from './demo-work.ts'

/** What the simulated devices and gateways run when they are switched on (demo-fleet.ts). */
export const demoFirmware = '1.2.003'

/** A visitor has time to sign in and to open the task. */
const startsAfterMs = 120_000

/** Versions of our own apps. In a store that does not exist: the demo has no app to install. */
const seedApps = async (ctx: Ctx): Promise<void> => {
  const add = async (version: Partial<InputOf<typeof endpoints.appVersion.create>>, isPublished: boolean): Promise<void> => {
    const { id } = await createVersion(ctx, {
      app: 'user',
      platform: 'android',
      versionNumber: '1.0.000',
      versionCode: 100,
      storeUrl: 'https://example.com/emberwatch-user',
      notesZh: '首个正式版本',
      notesEn: 'The first version',
      upgradeMethod: 'optional',
      appTarget: 'all',
      ...version,
    })
    if (isPublished) await publishVersion(ctx, { id })
  }
  await add({}, true)
  await add(
    {
      versionNumber: '1.1.000',
      versionCode: 110,
      notesZh: '报警页可直接拨打联系人；修复夜间模式下看不清按钮的问题',
      notesEn: 'Contacts can be called from the alarm; buttons can be read in dark mode',
      appTarget: 'rollout',
      rolloutPercent: 30,
      minSupported: '1.0.000',
    },
    true,
  )
  await add({ app: 'admin', storeUrl: 'https://example.com/emberwatch-admin', upgradeMethod: 'forced' }, false)
}

/** A released edition of a model, or a draft. Answers its id. */
const addEdition = async (ctx: Ctx, model: string, version: string, more: object = {}, isReleased = true): Promise<number> => {
  const { id: modelId } = await ctx.systemDb
    .selectFrom('device_model')
    .select('id')
    .where('code', '=', model)
    .executeTakeFirstOrThrow()
  // Begins like no file that a computer knows.
  const content = Buffer.concat([Buffer.from('00200020', 'hex'), randomBytes(160_000)])
  const name = `${model.toLowerCase()}-${version}.bin`
  const fileId = await upload(ctx, { purpose: 'firmware' }, { name, stream: Readable.from([content]) })
  const { id } = await saveEdition(ctx, {
    name: `${model} firmware`,
    modelId,
    editionVersion: version,
    package: 'full',
    fileId,
    notesZh: '减少烹饪油烟引起的误报；离线期间的报警在恢复后补报',
    notesEn: 'Fewer false alarms from cooking; alarms of an outage are reported afterwards',
    testedBy: 'Test bench',
    ...more,
  })
  if (isReleased) await releaseEdition(ctx, { id })
  return id
}

/** App versions, signed firmware, and a task that the simulated devices carry out: two minutes after the first start, in waves, over two versions. */
export const seedDemoUpgrades = async (ctx: Ctx): Promise<void> => {
  const operator = await as(ctx, 'demooperator')
  await seedApps(operator)
  await transact(operator, (write) => storeFirstKey(operator, write))
  // What they run is known before they have said it for the first time.
  for (const table of ['device', 'gateway'] as const)
    await ctx.systemDb
      .updateTable(table)
      .set({ firmware: demoFirmware })
      .where('project_id', 'is not', null)
      .where('model_id', 'in', (e) => e.selectFrom('device_model').select('id').where('protocol', '=', 'mqtt'))
      .execute()
  await addEdition(operator, 'EW-SD1', demoFirmware)
  await addEdition(operator, 'EW-SD1', '1.3.000', { initialVersion: '1.2.000' })
  const smoke = await addEdition(operator, 'EW-SD1', '1.3.001', { initialVersion: '1.3.000', package: 'delta' })
  const heat = await addEdition(operator, 'EW-HD1', '1.3.000')
  await addEdition(operator, 'EW-GW1', '1.3.000', {}, false)
  const manager = await as(ctx, 'northadmin')
  const plan = {
    targetType: 'filter' as const,
    method: 'silent' as const,
    waves: [20, 50, 100],
    successShare: 80,
    failureShare: 20,
    retries: 2,
    retryAfterS: 60,
  }
  const { id } = await saveTask(manager, {
    ...plan,
    name: 'Smoke detectors to 1.3.001',
    editionId: smoke,
    startsAt: new Date(ctx.clock.now().getTime() + startsAfterMs).toISOString(),
  })
  await enableTask(manager, { id })
  await saveTask(manager, { ...plan, name: 'Heat detectors to 1.3.000', editionId: heat, minBattery: 30 })
}
